import { SCOPES } from '@mingmou/contract'
import { Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/forms/field.tsx'
import { DateInput } from '../../ui/forms/date-input.tsx'

export function ClientFields() {
  const { t } = useTranslation('clients')
  return (
    <>
      <Field name="name" label={t('field.name')} hint={t('hint.name')}>
        <Input autoFocus autoComplete="off" maxLength={40} />
      </Field>
      <Field name="scopes" label={t('field.scopes')} hint={t('hint.scopes')}>
        <Select
          mode="multiple"
          showSearch={false}
          options={SCOPES.map((value) => ({ value, label: t(`scope.${value.replace(':', '_')}`) }))}
        />
      </Field>
      <Field name="networks" label={t('field.networks')} hint={t('hint.networks')}>
        <Select
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[' ', ',', ';', '，', '；']}
        />
      </Field>
      <Field name="expires_on" label={t('field.expires_on')} hint={t('hint.expires_on')}>
        <DateInput days="coming" />
      </Field>
      <Field name="public_key" label={t('field.public_key')} hint={t('hint.public_key')}>
        <Input.TextArea autoComplete="off" spellCheck={false} rows={3} maxLength={2000} />
      </Field>
    </>
  )
}
