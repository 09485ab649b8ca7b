import { useTranslation } from 'react-i18next'
import { useModality } from '../../modalities/use-modality.ts'
import { Field } from '../../ui/forms/field.tsx'
import { DateInput } from '../../ui/forms/date-input.tsx'
import { DeviceInput } from '../../ui/forms/device-input.tsx'

/** When, with which device and how the images were taken. */
export function ArchiveFields() {
  const { t } = useTranslation('archives')
  const { archive } = useModality().view
  return (
    <>
      <div className="archive-fields">
        <Field name="record_date" label={t('field.record_date')}>
          <DateInput />
        </Field>
        <archive.Fields />
      </div>
      <Field name="collect_device" label={t('field.collect_device')}>
        <DeviceInput />
      </Field>
    </>
  )
}
