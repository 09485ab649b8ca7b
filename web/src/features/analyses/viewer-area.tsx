import type { ImageNote } from '@mingmou/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { asFaced } from '../../ui/eye-viewer/as-faced.ts'
import { EyeViewer } from '../../ui/eye-viewer/eye-viewer.tsx'
import type { Viewer } from '../../ui/eye-viewer/use-viewer.ts'
import type { ViewerImage } from '../../ui/eye-viewer/viewer-image.ts'
import { useModality } from '../../modalities/use-modality.ts'
import { viewerLayers } from '../../ui/findings/layers.ts'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { ImageStrip } from './sitting/image-strip.tsx'
import { groupOf, type StripImage } from './sitting/images.ts'
import { numbered } from './queries.ts'
import { SketchActions } from './drawings/sketch-actions.tsx'
import { WORKSPACE_KEYS } from './workspace-keys.ts'
import { viewerKey, mapsOf } from './viewer-key.ts'

interface Props {
  queries: readonly UseQueryResult[]
  /** The address names a missing archive. */
  missing: boolean
  /** Message key of the next step while there is no picture. */
  empty: string
  archiveId: string
  analysisId: string
  images: readonly StripImage[]
  notes: readonly ImageNote[]
  chosen: StripImage | undefined
  beside: StripImage | undefined
  viewer: Viewer
  onStale: () => void
  onChoose: (image: StripImage) => void
  toggleTwo: (() => void) | undefined
}

export function ViewerArea(props: Props) {
  const { t } = useTranslation(['analyses', 'findings'])
  const modality = useModality()
  const { chosen, beside, images } = props
  const failed = props.queries.find(({ isError }) => isError)
  if (failed && !chosen)
    return (
      <section className="dx-middle dx-blank">
        <Failed title={t('viewer.failed')} query={failed} />
      </section>
    )
  if (!chosen)
    return (
      <section className="dx-middle dx-blank">
        {props.queries.some(({ isLoading }) => isLoading) ? (
          <Loading />
        ) : (
          <Nothing hint={t(props.missing ? 'viewer.missing' : props.empty)} />
        )}
      </section>
    )

  const toPane = (image: StripImage): ViewerImage => {
    const eye = groupOf(image)
    return {
      key: viewerKey(props.archiveId, image),
      analysis: mapsOf(props.analysisId, image),
      label: [
        t(`findings:eye.${eye === 'other' ? 'unknown' : eye}`),
        t('findings:opinion.photograph', { number: image.image_index + 1 }),
        image.file_name,
      ].join(' · '),
      url: image.image_url,
      width: image.width,
      height: image.height,
      eye: image.eye,
      ...viewerLayers(modality, image.analysed),
      notes: numbered(props.notes, image.image_index).map(({ number, note }) => ({
        number,
        points: note.points,
      })),
    }
  }
  const { sketch } = props.viewer.state
  const drawn = images.find((image) => viewerKey(props.archiveId, image) === sketch?.key)
  return (
    <section className="dx-middle">
      <EyeViewer
        images={(beside ? asFaced(chosen, beside) : [chosen]).map(toPane)}
        viewer={props.viewer}
        onStale={props.onStale}
        toggleTwo={props.toggleTwo}
        more={WORKSPACE_KEYS.filter(({ shown }) => shown !== '?').map(({ shown, label }) => ({
          shown,
          text: t(label),
        }))}
        sketchActions={
          sketch &&
          (drawn?.analysed ? (
            <SketchActions
              key={`${sketch.key}/${sketch.layer}`}
              recordId={props.analysisId}
              image={drawn.analysed}
              sketch={sketch}
              viewer={props.viewer}
            />
          ) : (
            <span role="status">{t('draw.wait')}</span>
          ))
        }
        active={viewerKey(props.archiveId, chosen)}
        onActivate={(key) => {
          const image = images.find((image) => viewerKey(props.archiveId, image) === key)
          if (image) props.onChoose(image)
        }}
      />
      <ImageStrip images={images} chosen={chosen} beside={beside} onChoose={props.onChoose} />
    </section>
  )
}
