import type { DataOf, openReading } from '@mingmou/contract'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asFaced } from '../../ui/eye-viewer/as-faced.ts'
import { EyeViewer } from '../../ui/eye-viewer/eye-viewer.tsx'
import { useViewer } from '../../ui/eye-viewer/use-viewer.ts'
import type { ViewerImage } from '../../ui/eye-viewer/viewer-image.ts'

type Photograph = DataOf<typeof openReading>['images'][number]

/** The photographs that are read, without maps: each alone, or beside the first one of the fellow eye. */
export function ReadingPictures(props: {
  image_id: string
  images: readonly Photograph[]
  onStale: () => void
}) {
  const { t } = useTranslation('readings')
  const { image_id, images } = props
  const viewer = useViewer()
  const [index, setIndex] = useState<number | null>(null)
  const [alone, setAlone] = useState(false)
  const chosen = images.find(({ image_index }) => image_index === index) ?? images[0]
  if (!chosen) return null
  const fellow = images.find(({ eye }) => eye && chosen.eye && eye !== chosen.eye)
  const labelOf = ({ eye, image_index }: Photograph) =>
    `${eye === null ? t('noEye') : t(`eye.${eye}`)} · ${t('photograph', { number: image_index + 1 })}`
  const toPane = (image: Photograph): ViewerImage => {
    const { url, width, height, eye } = image
    const key = `${image_id}/${String(image.image_index)}`
    return { key, analysis: '', label: labelOf(image), url, width, height, eye, overlays: [] }
  }
  return (
    <div className="rd-pictures">
      {images.length > 1 && (
        <Segmented
          aria-label={t('photographs')}
          value={chosen.image_index}
          onChange={setIndex}
          options={images.map((image) => ({ value: image.image_index, label: labelOf(image) }))}
        />
      )}
      <EyeViewer
        images={(fellow && !alone ? asFaced(chosen, fellow) : [chosen]).map(toPane)}
        viewer={viewer}
        onStale={props.onStale}
        toggleTwo={fellow && (() => setAlone(!alone))}
        bare
        more={[]}
      />
    </div>
  )
}
