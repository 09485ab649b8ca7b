import {
  beginTotp,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  type TotpSecret,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Tag } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { AppCodeField, FactorCodeField } from '../../ui/accounts/factor-code.tsx'
import { RecoveryCodes } from '../../ui/accounts/recovery-codes.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { PasskeysPanel } from './passkeys-panel.tsx'
import { PasswordField } from '../../ui/accounts/password-field.tsx'
import { factorChanged, myAccountQueries } from './queries.ts'

const TotpKey = lazy(async () => ({
  default: (await import('../../ui/accounts/totp-key.tsx')).TotpKey,
}))

type Step = 'begin' | 'renew' | 'remove' | { key: TotpSecret } | { codes: string[] }

/** The second factor of the account: set up, renewed and ended by its owner. */
export function FactorPanel() {
  const { t } = useTranslation('second-factor')
  const query = useQuery(myAccountQueries.factor())
  const [step, setStep] = useState<Step | null>(null)
  if (!query.data) {
    return query.isError ? <Failed title={t('panel.failed')} query={query} /> : <Loading />
  }
  const { totp_since, recovery_left, required } = query.data
  const isOn = totp_since !== null
  return (
    <>
      <section className="panel my-factor" aria-labelledby="my-factor">
        <header>
          <h2 id="my-factor">
            {t('title')} <Tag color={isOn ? 'success' : 'default'}>{t(isOn ? 'on' : 'off')}</Tag>
          </h2>
          <span className="my-factor-actions">
            <Button onClick={() => setStep('begin')}>{t(isOn ? 'replace' : 'add')}</Button>
            {isOn && <Button onClick={() => setStep('renew')}>{t('renew.title')}</Button>}
            {isOn && !required && (
              <Button danger onClick={() => setStep('remove')}>
                {t('remove.title')}
              </Button>
            )}
          </span>
        </header>
        <p className="soft">
          {isOn
            ? t('panel.since', { since: formatInstant(totp_since), count: recovery_left })
            : t('panel.hint')}
          {required && ` ${t('panel.required')}`}
        </p>
        {step !== null && (
          <FactorStep
            step={step}
            isOn={isOn}
            onStep={setStep}
            // The next dialog of a row stays open when the one before closes.
            onClose={() => setStep((now) => (now === step ? null : now))}
          />
        )}
      </section>
      <PasskeysPanel hasApp={isOn} />
    </>
  )
}

interface StepProps {
  isOn: boolean
  onStep: (next: Step | null) => void
  onClose: () => void
}

/** One dialog of the row: the key follows the password, and the recovery codes follow the key. */
function FactorStep({ step, ...props }: StepProps & { step: Step }) {
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
