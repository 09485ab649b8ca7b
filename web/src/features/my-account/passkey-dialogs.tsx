import {
  addPasskey,
  beginPasskey,
  removePasskey,
  renamePasskey,
  type DataOf,
  type Passkey,
} from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { makePasskey } from '../../lib/session/passkeys.ts'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FactorCodeField } from '../../ui/accounts/factor-code.tsx'
import { deviceOf } from './device.ts'
import { PasswordField } from '../../ui/accounts/password-field.tsx'
import { passkeysChanged } from './queries.ts'

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('second-factor')
  const make = async ({ ticket, options }: DataOf<typeof beginPasskey>) => {
    try {
      const name = deviceOf(navigator.userAgent) || t('passkeys.unnamed')
      await api(addPasskey, { ticket, name, ...(await makePasskey(options)) })
      showSuccess(t('passkeys.added'))
      await passkeysChanged()
    } catch (error) {
      showFailure(error, t('passkeys.addFailed'))
    }
  }
  return (
    <CallDialog
      title={t('passkeys.add')}
      call={beginPasskey}
      okText={t('next')}
      fallback={t('passkeys.addFailed')}
      onClose={onClose}
      onDone={make}
    >
      <PasswordField />
      <FactorCodeField />
    </CallDialog>
  )
}

export function RenamePasskeyDialog({
  passkey,
  onClose,
}: {
  passkey: Passkey
  onClose: () => void
}) {
  const { t } = useTranslation('second-factor')
  const { passkey_id, name } = passkey
  return (
    <CallDialog
      title={t('passkeys.rename')}
      call={renamePasskey}
      fixed={{ passkey_id }}
      initial={{ name }}
      fallback={t('passkeys.renameFailed')}
      onClose={onClose}
      onDone={passkeysChanged}
    >
      <Field name="name" label={t('passkeys.name')}>
        <Input autoFocus maxLength={64} />
      </Field>
    </CallDialog>
  )
}

export function RemovePasskeyDialog({
  passkey,
  onClose,
}: {
  passkey: Passkey
  onClose: () => void
}) {
  const { t } = useTranslation('second-factor')
  const { passkey_id, name } = passkey
  return (
    <CallDialog
      title={t('passkeys.remove')}
      call={removePasskey}
      fixed={{ passkey_id }}
      okText={t('passkeys.removeOk')}
      okDanger
      done={t('passkeys.removed')}
      fallback={t('passkeys.removeFailed')}
      onClose={onClose}
      onDone={passkeysChanged}
    >
      <p className="soft">{t('passkeys.removeHint', { name })}</p>
      <PasswordField />
      <FactorCodeField />
    </CallDialog>
  )
}
