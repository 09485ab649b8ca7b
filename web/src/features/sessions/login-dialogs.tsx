import { LOGIN_TYPE } from '@mingmou/contract'
import { ForgotPasswordDialog } from './forgot-password-dialog.tsx'
import type { LoginType } from './remembered.ts'
import { SignUpOrganizationDialog, type Refused } from './sign-up-organization-dialog.tsx'
import { SignUpUserDialog } from './sign-up-user-dialog.tsx'

export function LoginDialogs(props: {
  open: 'forgot' | 'signUp' | null
  type: LoginType
  /** The application that was refused, and may be sent again. */
  refused: Refused | null
  onClose: () => void
  onDone: (account: string) => void
}) {
  const { open, type, refused, onClose, onDone } = props
  const SignUpDialog = type === LOGIN_TYPE.user ? SignUpUserDialog : SignUpOrganizationDialog
  return (
    <>
      {open === 'forgot' && <ForgotPasswordDialog type={type} onClose={onClose} onDone={onDone} />}
      {open === 'signUp' && <SignUpDialog onClose={onClose} onDone={onDone} />}
      {refused && <SignUpOrganizationDialog refused={refused} onClose={onClose} onDone={onDone} />}
    </>
  )
}
