import { eyeSourceText, percentOf, sayIn, type AnalysedImage, type Eye } from '@mingmou/contract'
import { Segmented } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../../lib/texts/i18n.ts'
import { useModality } from '../../../modalities/use-modality.ts'
import { CorrectionDialog } from '../corrections/correction-dialog.tsx'
import { useCorrect } from '../actions.ts'

/** The eye: the machine's view with its confidence, and the clinician's correction with its reason. */
export function EyeCard({ recordId, image }: { recordId: string; image: AnalysedImage }) {
  const { t } = useTranslation(['analyses', 'findings'])
  const correct = useCorrect()
  const [against, setAgainst] = useState<Eye | null>(null)
  const judgement = image.judgements.find(({ name }) => name === 'eye')
  const [newest = null] = judgement?.corrections ?? []
  const { entry } = useModality()
  const stated = eyeSourceText(image, sayIn(language()))
  const source =
    stated ??
    (image.eye === null
      ? t(entry.showsEye ? 'eye.unknown' : 'eye.not_shown')
      : // The machine is never certain: this eye was stated with the image.
        image.eye_confidence === 1
        ? t('eye.stated')
        : image.eye_confidence === null
          ? t('eye.placed')
          : t('eye.machine', { share: percentOf(image.eye_confidence) }))
  const choose = (eye: Eye) => {
    const { machine = null } = judgement ?? {}
    if (machine !== null && machine !== eye) {
      setAgainst(eye)
      return
    }
    const stated = { field: 'eye', value: eye, reason: '', replaces: newest?.correction_id ?? null }
    correct.mutate({ analysis_record_id: recordId, image_index: image.image_index, ...stated })
  }
  return (
    <section className="dx-card dx-row">
      <div>
        <h2>{image.file_name}</h2>
        <small>
          {t('findings:opinion.photograph', { number: image.image_index + 1 })} · {source}
        </small>
        {image.resampled && <small className="dx-why">{t('resampled', resampledOf(image))}</small>}
        {newest && newest.value !== null && newest.reason !== '' && (
          <small className="dx-why">{t('correct.why', { ...newest })}</small>
        )}
      </div>
      <Segmented<Eye | ''>
        aria-label={t('eye.title')}
        disabled={correct.isPending}
        value={image.eye ?? ''}
        options={[
          { value: 'OD', label: t('findings:eye.OD') },
          { value: 'OS', label: t('findings:eye.OS') },
        ]}
        onChange={(eye) => {
          if (eye !== '') choose(eye)
        }}
      />
      {against && judgement && (
        <CorrectionDialog
          recordId={recordId}
          index={image.image_index}
          judgement={judgement}
          proposed={against}
          onClose={() => setAgainst(null)}
        />
      )}
    </section>
  )
}

const resampledOf = ({ resampled, width, height }: AnalysedImage) => ({
  from: `${resampled?.width} × ${resampled?.height}`,
  to: `${width} × ${height}`,
})
