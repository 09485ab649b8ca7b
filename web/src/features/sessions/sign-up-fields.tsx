import { sendOrganizationSignUpEmail, sendSignUpEmail } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/forms/field.tsx'
import { CodeField } from '../../ui/accounts/code-field.tsx'
import { NewPasswordInput } from '../../ui/accounts/new-password.tsx'
import { bothPasswords } from '../../ui/accounts/both-passwords.ts'
import './login.css'

export interface SignUpProps {
  onClose: () => void
  /** Leads to the login with the new name. */
  onDone: (account: string) => void
}

export const checkPasswords = bothPasswords('password1', 'password2')

export function AddressFields({
  call,
}: {
  call: typeof sendSignUpEmail | typeof sendOrganizationSignUpEmail
}) {
  const { t } = useTranslation('sessions')
  return (
    <>
      <Field name="email" label={t('signUp.email')}>
        <Input inputMode="email" autoComplete="email" />
      </Field>
      <CodeField call={call} />
    </>
  )
}

export function PasswordFields() {
  const { t } = useTranslation('sessions')
  return (
    <>
      <Field name="password1" label={t('signUp.password')}>
        <NewPasswordInput />
      </Field>
      <Field name="password2" label={t('signUp.repeat')}>
        <Input.Password autoComplete="new-password" />
      </Field>
    </>
  )
}
