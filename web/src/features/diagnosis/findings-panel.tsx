import type { AnalysedImage, AnalysisResult } from '@mingmou/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { say } from '../../lib/i18n.ts'
import type { Viewer } from '../../ui/eye-viewer/viewer-state.ts'
import type { Measure } from '../../ui/findings/measures.ts'
import { Failed, Loading } from '../../ui/states.tsx'
import type { ArchiveRow } from './archive-picker.tsx'
import { EyeCard } from './eye-card.tsx'
import { GradeCard } from './grade-card.tsx'
import type { StripImage } from './images.ts'
import { MeasuresCard } from './measures-card.tsx'
import { OpinionCard } from './opinion-card.tsx'
import { ProgressCard } from './progress-card.tsx'
import { QualityCard } from './quality-card.tsx'
import type { Opinions } from './use-opinions.ts'

interface Props {
  pid: string
  archive: ArchiveRow
  result: UseQueryResult<AnalysisResult>
  image: StripImage | undefined
  viewer: Viewer
  opinions: Opinions
}

/** Quality first, then the grade, the figures and the opinion: of one picture. */
export function FindingsPanel({ pid, archive, result, image, viewer, opinions }: Props) {
  const { t } = useTranslation('diagnosis')
  if (archive.analysis_record_id && result.isPending) return <Loading />
  if (result.isError && !result.data)
    return <Failed title={t('findings_failed')} onRetry={() => void result.refetch()} />
  const { data } = result
  const analysed = image?.analysed
  return (
    <>
      <ProgressCard imageId={archive.image_id} result={data} />
      {data && analysed && data.status === 'done' && (
        <ImageFindings
          key={`${data.analysis_record_id}/${analysed.image_index}`}
          pid={pid}
          result={data}
          image={analysed}
          viewer={viewer}
          opinions={opinions}
        />
      )}
    </>
  )
}

interface ImageProps {
  pid: string
  result: AnalysisResult
  image: AnalysedImage
  viewer: Viewer
  opinions: Opinions
}

function ImageFindings({ pid, result, image, viewer, opinions }: ImageProps) {
  const { t } = useTranslation('diagnosis')
  const { data, quality } = image
  const canShow = ({ layer }: Measure) => image.overlays.some(({ name }) => name === layer)
  const show = ({ layer }: Measure) => {
    if (layer) viewer.showLayer(layer)
    const point = layer === 'disc' ? data?.disc_centre : null
    const [width, height] = [image.width, image.height]
    if (point) viewer.fly(`${result.image_id}/${image.image_index}`, point, { width, height })
  }
  if (image.error)
    return <Alert type="error" showIcon title={t('image_error')} description={say(image.error)} />
  return (
    <>
      <EyeCard recordId={result.analysis_record_id} image={image} />
      {quality && <QualityCard quality={quality} />}
      {data && quality?.gradable && (
        <>
          <GradeCard findings={data} />
          <MeasuresCard findings={data} canShow={canShow} onShow={show} />
        </>
      )}
      <OpinionCard
        pid={pid}
        analId={result.anal_id}
        image={image}
        name={`${result.analysis_record_id}/${image.image_index}`}
        opinions={opinions}
        canCreate={result.can_add_diagnose}
      />
    </>
  )
}
