import { loginBeginTotp, loginConfirmTotp, type DataOf } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Form } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/calls/call-query.ts'
import { CallForm } from '../../ui/forms/call-form.tsx'
import type { Values } from '../../ui/forms/call-values.ts'
import { AppCodeField } from '../../ui/accounts/factor-code.tsx'
import { RecoveryCodes } from '../../ui/accounts/recovery-codes.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import type { Step } from './step.ts'
import { StepButtons } from './step-buttons.tsx'

const TotpKey = lazy(async () => ({
  default: (await import('../../ui/accounts/totp-key.tsx')).TotpKey,
}))

/** The account needs a second factor and has none: it is set up here, and the session opens after. */
export function SetUpStep({ ticket, onSession, onBack }: Step) {
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
        <StepButtons busy={busy} onBack={onBack} />
      </CallForm>
    </Suspense>
  )
}
