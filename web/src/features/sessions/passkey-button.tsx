import { loginPasskey, loginPasskeyBegin, type Session } from '@mingmou/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { passkeysPossible, provePasskey } from '../../lib/session/passkeys.ts'

/** Signs in by a passkey of this device, without password and code. */
export function PasskeyButton({ onSession }: { onSession: (session: Session) => void }) {
  const { t } = useTranslation('sessions')
  const [busy, setBusy] = useState(false)
  if (!passkeysPossible()) return null
  const signIn = async () => {
    setBusy(true)
    try {
      const { ticket, options } = await api(loginPasskeyBegin, {})
      onSession(await api(loginPasskey, { ticket, ...(await provePasskey(options)) }))
    } catch (error) {
      showFailure(error, t('login.passkeyFailed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button block size="large" loading={busy} onClick={() => void signIn()}>
      {t('login.passkey')}
    </Button>
  )
}
