import { IMG_TYPE } from '@mingmou/contract'
import { Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/call-form.tsx'
import { DateInput } from '../../ui/date-input.tsx'
import { DeviceInput } from './device-input.tsx'

/** When, with what and how the images were taken. */
export function ArchiveFields() {
  const { t } = useTranslation('archives')
  const types = Object.values(IMG_TYPE).map((value) => ({ value, label: t(`type.${value}`) }))
  return (
    <>
      <div className="archive-fields">
        <Field name="record_date" label={t('field.record_date')}>
          <DateInput />
        </Field>
        <Field name="img_type" label={t('field.img_type')}>
          <Radio.Group options={types} />
        </Field>
      </div>
      <Field name="collect_device" label={t('field.collect_device')}>
        <DeviceInput />
      </Field>
    </>
  )
}
