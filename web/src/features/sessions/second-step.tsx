import {
  loginBeginTotp,
  loginConfirmTotp,
  linkSsoLogin,
  loginFactor,
  NextStep,
  type DataOf,
  type Session,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Form } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/calls/api-error.ts'
import { callQuery } from '../../lib/calls/call-query.ts'
import { leaveForProvider } from '../../lib/session/sso.ts'
import { CallForm } from '../../ui/forms/call-form.tsx'
import type { Values } from '../../ui/forms/call-values.ts'
import { AppCodeField, FactorCodeField } from '../../ui/accounts/factor-code.tsx'
import { RecoveryCodes } from '../../ui/accounts/recovery-codes.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { nextPath } from './enter.ts'

const TotpKey = lazy(async () => ({
  default: (await import('../../ui/accounts/totp-key.tsx')).TotpKey,
}))

interface Step {
  ticket: string
  onSession: (session: Session) => void
  onBack: () => void
}

/** What a sign-in still needs once the password was right. */
export function SecondStep({ step: first, ticket: ticketOfFirst, ...more }: Step & NextStep) {
  const { t } = useTranslation('second-factor')
  // A code may lead to one more step.
  const [{ step, ticket }, setNext] = useState<NextStep>({ step: first, ticket: ticketOfFirst })
  const props = { ticket, ...more }
  return (
    <>
      <h1 id="login-title">{t(step === 'link' ? 'link.title' : 'title')}</h1>
      {step === 'verify' && <Verify {...props} setNext={setNext} />}
      {step === 'enrol' && <SetUp {...props} />}
      {step === 'link' && <Link {...props} />}
    </>
  )
}

function Verify({
  ticket,
  onSession,
  onBack,
  setNext,
}: Step & { setNext: (next: NextStep) => void }) {
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
      onRefused={(error) => {
        const further = NextStep.safeParse(error instanceof ApiError ? error.data : null)
        if (further.success) setNext(further.data)
      }}
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

/** The institution requires its provider, and the account is not linked there yet. */
function Link({ ticket, onBack }: Step) {
  const { t } = useTranslation('second-factor')
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  return (
    <CallForm
      call={linkSsoLogin}
      form={form}
      fixed={{ ticket }}
      fallback={t('signIn.failed')}
      onBusy={setBusy}
      onDone={({ url }) => leaveForProvider(url, nextPath())}
    >
      <p className="soft">{t('link.hint')}</p>
      <Buttons busy={busy} onBack={onBack} go={t('link.go')} />
    </CallForm>
  )
}

function Buttons({ busy, onBack, go }: { busy: boolean; onBack: () => void; go?: string }) {
  const { t } = useTranslation('second-factor')
  return (
    <>
      <Button type="primary" size="large" block htmlType="submit" loading={busy}>
        {go ?? t('signIn.go')}
      </Button>
      <div className="login-register">
        <Button type="link" onClick={onBack}>
          {t('signIn.back')}
        </Button>
      </div>
    </>
  )
}
