import { HL7_CHARSETS } from '@mingmou/contract'
import { Input, Radio, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/forms/field.tsx'
import { HostFields } from './host-fields.tsx'

export function Hl7Fields() {
  const { t } = useTranslation('destinations')
  const word = <Input autoComplete="off" maxLength={64} />
  return (
    <>
      <HostFields />
      <Field
        name="sending_application"
        label={t('field.sending_application')}
        hint={t('hint.sending_application')}
      >
        {word}
      </Field>
      <Field name="sending_facility" label={t('field.sending_facility')}>
        {word}
      </Field>
      <Field
        name="receiving_application"
        label={t('field.receiving_application')}
        hint={t('hint.receiving_application')}
      >
        {word}
      </Field>
      <Field name="receiving_facility" label={t('field.receiving_facility')}>
        {word}
      </Field>
      <Field name="charset" label={t('field.charset')}>
        <Radio.Group
          options={HL7_CHARSETS.map((value) => ({ value, label: t(`charset.${value}`) }))}
        />
      </Field>
      <Field name="pdf" label={t('field.pdf')} hint={t('hint.pdf')}>
        <Switch />
      </Field>
    </>
  )
}
