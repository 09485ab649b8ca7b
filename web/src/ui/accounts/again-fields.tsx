import { myFactor } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { callQuery } from '../../lib/calls/call-query.ts'
import { FactorCodeField } from './factor-code.tsx'
import { PasswordField } from './password-field.tsx'

/** The password again, and a code where the account has a second factor. */
export function AgainFields({ autoFocus = true }: { autoFocus?: boolean }) {
  const { data } = useQuery(callQuery(myFactor, {}))
  const hasApp = data !== undefined && data.totp_since !== null
  return (
    <>
      <PasswordField autoFocus={autoFocus} />
      {hasApp && <FactorCodeField />}
    </>
  )
}
