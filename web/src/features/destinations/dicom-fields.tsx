import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/forms/field.tsx'
import { HostFields } from './host-fields.tsx'

export function DicomFields() {
  const { t } = useTranslation('destinations')
  return (
    <>
      <HostFields />
      <Field name="called_title" label={t('field.called_title')} hint={t('hint.called_title')}>
        <Input autoComplete="off" maxLength={16} />
      </Field>
      <Field name="calling_title" label={t('field.calling_title')} hint={t('hint.calling_title')}>
        <Input autoComplete="off" maxLength={16} />
      </Field>
    </>
  )
}
