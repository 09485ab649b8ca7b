import { setSsoProvider, type SsoProvider } from '@mingmou/contract'
import { Input, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { AgainFields } from '../../ui/accounts/again-fields.tsx'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { ssoChanged } from './queries.ts'

/** A clinic shares its computers. */
const FIRST = {
  name: '',
  issuer: '',
  client_id: '',
  enabled: true,
  required: false,
  fresh: true,
}

export function SsoDialog(props: { provider: SsoProvider | null; onClose: () => void }) {
  const { t } = useTranslation('institutions')
  const { name, issuer, client_id, enabled, required, fresh } = props.provider ?? FIRST
  return (
    <CallDialog
      title={t('sso.title')}
      call={setSsoProvider}
      initial={{ name, issuer, client_id, enabled, required, fresh }}
      fallback={t('sso.setFailed')}
      onClose={props.onClose}
      done={t('sso.setDone')}
      onDone={ssoChanged}
    >
      <Field name="name" label={t('sso.field.name')} hint={t('sso.fieldHint.name')}>
        <Input autoFocus autoComplete="off" maxLength={40} />
      </Field>
      <Field name="issuer" label={t('sso.field.issuer')} hint={t('sso.fieldHint.issuer')}>
        <Input autoComplete="off" maxLength={256} />
      </Field>
      <Field name="client_id" label={t('sso.field.client_id')}>
        <Input autoComplete="off" maxLength={256} />
      </Field>
      <Field
        name="client_secret"
        label={t('sso.field.client_secret')}
        {...(props.provider && { hint: t('sso.fieldHint.client_secret') })}
      >
        <Input.Password autoComplete="new-password" maxLength={512} />
      </Field>
      <Field name="enabled" label={t('sso.field.enabled')}>
        <Switch />
      </Field>
      <Field name="required" label={t('sso.field.required')} hint={t('sso.fieldHint.required')}>
        <Switch />
      </Field>
      <Field name="fresh" label={t('sso.field.fresh')} hint={t('sso.fieldHint.fresh')}>
        <Switch />
      </Field>
      <AgainFields autoFocus={false} />
    </CallDialog>
  )
}
