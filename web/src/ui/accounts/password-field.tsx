import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../forms/field.tsx'

/** The password of the account, asked again before something of its sign-in is changed. */
export function PasswordField({ autoFocus = true }: { autoFocus?: boolean }) {
  const { t } = useTranslation('second-factor')
  return (
    <Field name="password" label={t('password')}>
      <Input.Password autoFocus={autoFocus} autoComplete="current-password" />
    </Field>
  )
}
