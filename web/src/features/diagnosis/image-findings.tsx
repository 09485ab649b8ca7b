import {
  scaleText,
  type AnalysedImage,
  type AnalysisResult,
  type Lesion,
  type Measure,
} from '@mingmou/contract'
import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { language, say } from '../../lib/i18n.ts'
import type { Viewer } from '../../ui/eye-viewer/viewer-state.ts'
import { findingShapes } from '../../modalities/fundus/shapes.ts'
import { DiscCard } from '../../modalities/fundus/disc-card.tsx'
import { EyeCard } from './eye-card.tsx'
import { FiguresCard } from '../../modalities/fundus/figures-card.tsx'
import { GradeCard } from '../../modalities/fundus/grade-card.tsx'
import { LesionsCard } from '../../modalities/fundus/lesions-card.tsx'
import { OpinionCard, type OpinionTexts } from './opinion-card.tsx'
import { PatientCard } from './patient-card.tsx'
import { QualityCard } from './quality-card.tsx'

interface ImageProps {
  pid: string
  result: AnalysisResult
  image: AnalysedImage
  viewer: Viewer
  opinions: OpinionTexts
}

/** The sitting first; then of one picture quality, grade, figures and opinion. */
export function ImageFindings({ pid, result, image, viewer, opinions }: ImageProps) {
  const { t } = useTranslation('diagnosis')
  const { data, quality } = image
  const onPicture = useShown(result.image_id, image, viewer)
  if (image.error)
    return <Alert type="error" showIcon title={t('image_error')} description={say(image.error)} />
  return (
    <>
      {result.patient_opinion !== null && (
        <PatientCard
          opinion={result.patient_opinion}
          count={result.left.length + result.right.length + result.other.length}
        />
      )}
      <EyeCard recordId={result.analysis_record_id} image={image} />
      {quality && <QualityCard quality={quality} />}
      {data && quality?.gradable && (
        <>
          <GradeCard findings={data} />
          <LesionsCard
            findings={data}
            colors={onPicture.colors}
            onShow={(lesion) => onPicture.showLesion(lesion)}
          />
          <DiscCard findings={data} eye={image.eye} {...onPicture.figures} />
          <FiguresCard findings={data} group="vessel" {...onPicture.figures} />
          <FiguresCard findings={data} group="macula" {...onPicture.figures} />
          <small className="dx-note">
            {scaleText(data, language())} {t('measures.note')}
          </small>
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

/** What a click on a finding does to the picture. */
function useShown(archiveId: string, image: AnalysedImage, viewer: Viewer) {
  const [flown, setFlown] = useState<Partial<Record<Lesion, number>>>({})
  const { data, overlays } = image
  const key = `${archiveId}/${image.image_index}`
  const layers = [
    ...overlays.map(({ name }) => name),
    ...(data ? findingShapes(data).map(({ name }) => name) : []),
  ]
  const pointOf = (layer: string) => (layer === 'landmarks' ? data?.fovea_centre : null)
  return {
    colors: Object.fromEntries(overlays.map(({ name, color }) => [name, color])),
    /** The largest first, with every click the next one. */
    showLesion: (lesion: Lesion) => {
      const spots = data?.lesions?.[lesion].spots ?? []
      const turn = (flown[lesion] ?? 0) % Math.max(1, spots.length)
      const spot = spots[turn]
      if (!spot) return
      setFlown({ ...flown, [lesion]: turn + 1 })
      viewer.showLayer(lesion)
      viewer.fly(key, [spot[0], spot[1]], image, spot[2])
    },
    figures: {
      canShow: ({ layer }: Measure) => layer !== null && layers.includes(layer),
      onShow: ({ layer }: Measure) => {
        if (layer === null) return
        viewer.showLayer(layer)
        const point = ABOUT_DISC.has(layer) ? data?.disc_centre : pointOf(layer)
        if (point) viewer.fly(key, point, image)
      },
    },
  }
}

/** Layers that are seen best with the disc in the middle. */
const ABOUT_DISC = new Set(['outlines', 'disc', 'cup'])
