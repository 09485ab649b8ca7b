import {
  loginBeginTotp,
  loginConfirmTotp,
  loginFactor,
  type DataOf,
  type NextStep,
  type Session,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/call-query.ts'
import { CallForm, type Values } from '../../ui/call-form.tsx'
import { AppCodeField, FactorCodeField } from '../../ui/factor-code.tsx'
import { RecoveryCodes } from '../../ui/recovery-codes.tsx'
import { Failed, Loading } from '../../ui/states.tsx'

const TotpKey = lazy(async () => ({ default: (await import('../../ui/totp-key.tsx')).TotpKey }))

interface Step {
  ticket: string
  onSession: (session: Session) => void
  onBack: () => void
}

/** What a sign-in still needs once the password was right. */
export function SecondStep({ step, ...props }: Step & Pick<NextStep, 'step'>) {
  const { t } = useTranslation('second-factor')
  return (
    <>
      <h1 id="login-title">{t('title')}</h1>
      {step === 'verify' ? <Verify {...props} /> : <SetUp {...props} />}
    </>
  )
}

function Verify({ ticket, onSession, onBack }: Step) {
  const { t } = useTranslation('second-factor')
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  return (
    <CallForm
      call={loginFactor}
      form={form}
      fixed={{ ticket }}
      fallback={t('signIn.failed')}
      onBusy={setBusy}
      onDone={onSession}
    >
      <p className="soft">{t('signIn.hint')}</p>
      <FactorCodeField autoFocus />
      <Buttons busy={busy} onBack={onBack} />
    </CallForm>
  )
}

/** The account needs a second factor and has none: it is set up here, and the session opens after. */
function SetUp({ ticket, onSession, onBack }: Step) {
  const { t } = useTranslation('second-factor')
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<DataOf<typeof loginConfirmTotp> | null>(null)
  const query = useQuery({
    ...callQuery(loginBeginTotp, { ticket }),
    // Every call makes another key.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (done !== null) {
    return <RecoveryCodes codes={done.recovery_codes} onDone={() => onSession(done)} />
  }
  if (!query.data) {
    return query.isError ? <Failed title={t('signIn.keyFailed')} query={query} /> : <Loading />
  }
  return (
    <Suspense fallback={<Loading />}>
      <p className="soft">{t('signIn.required')}</p>
      <TotpKey {...query.data} />
      <CallForm
        call={loginConfirmTotp}
        form={form}
        fixed={{ ticket }}
        fallback={t('signIn.failed')}
        onBusy={setBusy}
        onDone={setDone}
      >
        <AppCodeField />
        <Buttons busy={busy} onBack={onBack} />
      </CallForm>
    </Suspense>
  )
}

function Buttons({ busy, onBack }: { busy: boolean; onBack: () => void }) {
  const { t } = useTranslation('second-factor')
  return (
    <>
      <Button type="primary" size="large" block htmlType="submit" loading={busy}>
        {t('signIn.go')}
      </Button>
      <div className="login-register">
        <Button type="link" onClick={onBack}>
          {t('signIn.back')}
        </Button>
      </div>
    </>
  )
}
