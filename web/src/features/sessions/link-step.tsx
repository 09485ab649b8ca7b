import { linkSsoLogin } from '@mingmou/contract'
import { Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { leaveForProvider } from '../../lib/session/sso.ts'
import { CallForm } from '../../ui/forms/call-form.tsx'
import type { Values } from '../../ui/forms/call-values.ts'
import { nextPath } from './enter.ts'
import type { Step } from './step.ts'
import { StepButtons } from './step-buttons.tsx'

/** The institution requires its provider, and the account is not linked there yet. */
export function LinkStep({ ticket, onBack }: Step) {
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
      <StepButtons busy={busy} onBack={onBack} go={t('link.go')} />
    </CallForm>
  )
}
