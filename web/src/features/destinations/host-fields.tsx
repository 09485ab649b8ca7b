import { Input, InputNumber, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/forms/field.tsx'

/** Where a server without an address of the web is. */
export function HostFields() {
  const { t } = useTranslation('destinations')
  return (
    <>
      <Field name="host" label={t('field.host')}>
        <Input autoComplete="off" maxLength={253} placeholder="192.168.1.10" />
      </Field>
      <Field name="port" label={t('field.port')}>
        <InputNumber min={1} max={65_535} precision={0} />
      </Field>
      <Field name="tls" label={t('field.tls')} hint={t('hint.tls')}>
        <Switch />
      </Field>
    </>
  )
}
