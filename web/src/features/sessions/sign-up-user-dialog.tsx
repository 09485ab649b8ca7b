import { registerUser, sendSignUpEmail } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import {
  checkPasswords,
  AddressFields,
  PasswordFields,
  type SignUpProps,
} from './sign-up-fields.tsx'

export function SignUpUserDialog({ onClose, onDone }: SignUpProps) {
  const { t } = useTranslation('sessions')
  return (
    <CallDialog
      title={t('signUp.user')}
      call={registerUser}
      okText={t('signUp.submit')}
      check={checkPasswords}
      fallback={t('signUp.userFailed')}
      onClose={onClose}
      done={t('signUp.userDone')}
      onDone={(_, { email }) => onDone(email)}
    >
      <Field name="userName" label={t('signUp.userName')}>
        <Input autoFocus autoComplete="username" />
      </Field>
      <AddressFields call={sendSignUpEmail} />
      <PasswordFields />
    </CallDialog>
  )
}
