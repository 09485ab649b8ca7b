import { MODALITIES, ORDERED_EYES } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Input, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/forms/field.tsx'
import { DateInput } from '../../ui/forms/date-input.tsx'
import { stationsQuery } from './queries.ts'

export function OrderFields() {
  const { t } = useTranslation('orders')
  const stations = useQuery(stationsQuery()).data?.rows ?? []
  return (
    <>
      <Field name="modality" label={t('field.modality')}>
        <Radio.Group
          options={MODALITIES.map(({ key }) => ({ value: key, label: t(`kinds:${key}.ordered`) }))}
        />
      </Field>
      <Field name="eyes" label={t('field.eyes')}>
        <Radio.Group
          options={ORDERED_EYES.map((value) => ({ value, label: t(`eyes.${value}`) }))}
        />
      </Field>
      <div className="order-when">
        <Field name="day" label={t('field.day')}>
          <DateInput days="coming" />
        </Field>
        <Field name="time" label={t('field.time')}>
          <Input placeholder="HH:MM" maxLength={5} inputMode="numeric" />
        </Field>
      </div>
      {stations.length > 0 && (
        <Field name="device_id" label={t('field.device_id')}>
          <Select
            allowClear
            placeholder={t('anyStation')}
            options={stations.map(({ device_id, name }) => ({ value: device_id, label: name }))}
          />
        </Field>
      )}
    </>
  )
}
