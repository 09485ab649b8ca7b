import { percentOf, type AnalysedImage, type Eye } from '@mingmou/contract'
import { Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { useModality } from '../../modalities/use-modality.ts'
import { useSetEye } from './queries.ts'

/** The eye: the machine's view with its confidence, and the clinician's correction. */
export function EyeCard({ recordId, image }: { recordId: string; image: AnalysedImage }) {
  const { t } = useTranslation(['analyses', 'findings'])
  const setEye = useSetEye()
  const { entry } = useModality()
  const source = image.eye_corrected
    ? t('eye.corrected')
    : image.eye === null
      ? t(entry.showsEye ? 'eye.unknown' : 'eye.not_shown')
      : // The machine is never certain: this eye was stated with the image.
        image.eye_confidence === 1
        ? t('eye.stated')
        : t('eye.machine', { share: percentOf(image.eye_confidence ?? 0) })
  return (
    <section className="dx-card dx-row">
      <div>
        <h2>{image.file_name}</h2>
        <small>
          {t('findings:opinion.photograph', { number: image.image_index + 1 })} · {source}
        </small>
      </div>
      <Segmented<Eye | ''>
        aria-label={t('eye.title')}
        disabled={setEye.isPending}
        value={image.eye ?? ''}
        options={[
          { value: 'OD', label: t('findings:eye.OD') },
          { value: 'OS', label: t('findings:eye.OS') },
        ]}
        onChange={(eye) => {
          if (eye !== '')
            setEye.mutate({ analysis_record_id: recordId, image_index: image.image_index, eye })
        }}
      />
    </section>
  )
}
