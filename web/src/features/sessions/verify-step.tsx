import { loginFactor, NextStep } from '@mingmou/contract'
import { Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/calls/api-error.ts'
import { CallForm } from '../../ui/forms/call-form.tsx'
import type { Values } from '../../ui/forms/call-values.ts'
import { FactorCodeField } from '../../ui/accounts/factor-code.tsx'
import type { Step } from './step.ts'
import { StepButtons } from './step-buttons.tsx'

export function VerifyStep({
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
      <StepButtons busy={busy} onBack={onBack} />
    </CallForm>
  )
}
