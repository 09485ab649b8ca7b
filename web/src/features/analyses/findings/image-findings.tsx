import type { AnalysedImage, AnalysisResult } from '@mingmou/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { say } from '../../../lib/texts/say.ts'
import type { Viewer } from '../../../ui/eye-viewer/use-viewer.ts'
import { MachineFindings } from '../../../ui/findings/machine-findings.ts'
import { useModality } from '../../../modalities/use-modality.ts'
import { CorrectionsCard } from '../corrections/corrections-card.tsx'
import { DrawCard } from '../drawings/draw-card.tsx'
import { EyeCard } from './eye-card.tsx'
import { OpinionCard } from '../opinion/opinion-card.tsx'
import type { OpinionTexts } from '../opinion/use-opinion.ts'
import { PatientCard } from '../sitting/patient-card.tsx'
import type { Scope } from '../opinion/report-scope.tsx'
import { QualityCard } from './quality-card.tsx'
import { SectionCard } from './section-card.tsx'

interface ImageProps {
  pid: string
  result: AnalysisResult
  image: AnalysedImage
  viewer: Viewer
  opinions: OpinionTexts
  scope: Scope
  onScope: (scope: Scope) => void
}

/** The sitting first. Then quality, grade, figures and opinion of one picture. */
export function ImageFindings(props: ImageProps) {
  const { pid, result, image, viewer, opinions, scope, onScope } = props
  const { t } = useTranslation('analyses')
  const { data, quality } = image
  const { view } = useModality()
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
      <SectionCard recordId={result.analysis_record_id} image={image} />
      {data && quality?.gradable && (
        <MachineFindings value={image.drawn?.state === 'measured' ? image.drawn.machine : null}>
          <view.Cards
            recordId={result.analysis_record_id}
            findings={data}
            image={image}
            treatments={result.treatments}
            picture={`${result.image_id}/${image.image_index}`}
            viewer={viewer}
          />
        </MachineFindings>
      )}
      {data && (
        <DrawCard
          recordId={result.analysis_record_id}
          image={image}
          picture={`${result.image_id}/${image.image_index}`}
          viewer={viewer}
        />
      )}
      {data && <CorrectionsCard recordId={result.analysis_record_id} image={image} />}
      <OpinionCard
        pid={pid}
        result={result}
        image={image}
        opinions={opinions}
        scope={scope}
        onScope={onScope}
      />
    </>
  )
}
