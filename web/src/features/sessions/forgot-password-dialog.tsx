import { sendResetEmail, submitReset } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { CodeField } from '../../ui/accounts/code-field.tsx'
import { NewPasswordInput } from '../../ui/accounts/new-password.tsx'
import { bothPasswords } from '../../ui/accounts/both-passwords.ts'
import type { LoginType } from './remembered.ts'

const checkPasswords = bothPasswords('newpwd', 'repeated')

/** Sets a new password by a code that is mailed to the address of the account. */
export function ForgotPasswordDialog(props: {
  type: LoginType
  onClose: () => void
  onDone: (account: string) => void
}) {
  const { t } = useTranslation('sessions')
  const fixed = { accountType: props.type }
  return (
    <CallDialog
      title={t(`reset.title.${props.type}`)}
      call={submitReset}
      fixed={fixed}
      okText={t('reset.submit')}
      check={checkPasswords}
      fallback={t('reset.failed')}
      onClose={props.onClose}
      done={t('reset.done')}
      onDone={(_, { email }) => props.onDone(email)}
    >
      <p className="soft dialog-hint">{t('reset.hint')}</p>
      <Field name="email" label={t('signUp.email')}>
        <Input autoFocus inputMode="email" autoComplete="email" />
      </Field>
      <CodeField call={sendResetEmail} fixed={fixed} />
      <Field name="newpwd" label={t('reset.new')}>
        <NewPasswordInput />
      </Field>
      <Field name="repeated" label={t('reset.repeat')}>
        <Input.Password autoComplete="new-password" />
      </Field>
    </CallDialog>
  )
}
