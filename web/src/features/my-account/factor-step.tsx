import {
  beginTotp,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  type TotpSecret,
} from '@mingmou/contract'
import { Modal } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { AppCodeField, FactorCodeField } from '../../ui/accounts/factor-code.tsx'
import { RecoveryCodes } from '../../ui/accounts/recovery-codes.tsx'
import { Loading } from '../../ui/states/states.tsx'
import { PasswordField } from '../../ui/accounts/password-field.tsx'
import { factorChanged } from './queries.ts'

const TotpKey = lazy(async () => ({
  default: (await import('../../ui/accounts/totp-key.tsx')).TotpKey,
}))

export type FactorDialog = 'begin' | 'renew' | 'remove' | { key: TotpSecret } | { codes: string[] }

interface StepProps {
  isOn: boolean
  onStep: (next: FactorDialog | null) => void
  onClose: () => void
}

/** One dialog of the row: the key follows the password, and the recovery codes follow the key. */
export function FactorStep({ step, ...props }: StepProps & { step: FactorDialog }) {
  if (step === 'begin') return <BeginDialog {...props} />
  if (step === 'renew') return <RenewDialog {...props} />
  if (step === 'remove') return <RemoveDialog {...props} />
  if ('key' in step) return <KeyDialog {...props} secret={step.key} />
  return <CodesDialog {...props} codes={step.codes} />
}

function BeginDialog({ isOn, onStep, onClose }: StepProps) {
  const { t } = useTranslation('second-factor')
  return (
    <CallDialog
      title={t(isOn ? 'replace' : 'add')}
      call={beginTotp}
      okText={t('next')}
      fallback={t('begin.failed')}
      onClose={onClose}
      onDone={(key) => onStep({ key })}
    >
      <PasswordField />
      {isOn && <FactorCodeField />}
    </CallDialog>
  )
}

function KeyDialog({ secret, onStep, onClose }: StepProps & { secret: TotpSecret }) {
  const { t } = useTranslation('second-factor')
  return (
    <CallDialog
      title={t('confirm.title')}
      call={confirmTotp}
      fixed={{ ticket: secret.ticket }}
      okText={t('confirm.ok')}
      fallback={t('signIn.failed')}
      onClose={onClose}
      onDone={({ recovery_codes: codes }) => onStep({ codes })}
    >
      <Suspense fallback={<Loading />}>
        <TotpKey {...secret} />
      </Suspense>
      <AppCodeField />
    </CallDialog>
  )
}

function CodesDialog({ codes, onStep }: StepProps & { codes: string[] }) {
  const { t } = useTranslation('second-factor')
  return (
    <Modal open centered title={t('codes.title')} footer={null} closable={false}>
      <RecoveryCodes
        codes={codes}
        onDone={() => {
          onStep(null)
          void factorChanged()
        }}
      />
    </Modal>
  )
}

function RenewDialog({ onStep, onClose }: StepProps) {
  const { t } = useTranslation('second-factor')
  return (
    <CallDialog
      title={t('renew.title')}
      call={renewRecoveryCodes}
      okText={t('renew.ok')}
      fallback={t('renew.failed')}
      onClose={onClose}
      onDone={({ recovery_codes: codes }) => onStep({ codes })}
    >
      <p className="soft">{t('renew.hint')}</p>
      <PasswordField />
      <FactorCodeField />
    </CallDialog>
  )
}

function RemoveDialog({ onClose }: StepProps) {
  const { t } = useTranslation('second-factor')
  return (
    <CallDialog
      title={t('remove.title')}
      call={removeTotp}
      okText={t('remove.ok')}
      okDanger
      done={t('remove.done')}
      fallback={t('remove.failed')}
      onClose={onClose}
      onDone={factorChanged}
    >
      <p className="soft">{t('remove.hint')}</p>
      <PasswordField />
      <FactorCodeField />
    </CallDialog>
  )
}
