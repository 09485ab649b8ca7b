import { beginSsoLogin } from '@mingmou/contract'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { knownCode, leaveForProvider, rememberCode } from '../../lib/session/sso.ts'
import { CallForm } from '../../ui/forms/call-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import type { Values } from '../../ui/forms/call-values.ts'
import { nextPath } from './enter.ts'

/** The way to the provider of an institution, by its code. A link of the institution brings it. */
export function SsoForm({ code, onBack }: { code: string; onBack: () => void }) {
  const { t } = useTranslation('sessions')
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const initial = code || knownCode()
  return (
    <>
      <h1 id="login-title">{t('sso.title')}</h1>
      <p className="soft">{t('sso.hint')}</p>
      <CallForm
        call={beginSsoLogin}
        form={form}
        initial={{ sign_in_code: initial }}
        fallback={t('sso.failed')}
        onBusy={setBusy}
        onDone={({ url }, { sign_in_code }) => {
          rememberCode(sign_in_code)
          leaveForProvider(url, nextPath())
        }}
      >
        <Field name="sign_in_code" label={t('sso.code')}>
          <Input size="large" autoFocus={initial === ''} autoComplete="off" maxLength={32} />
        </Field>
        <Button
          type="primary"
          size="large"
          block
          htmlType="submit"
          loading={busy}
          autoFocus={initial !== ''}
        >
          {t('sso.go')}
        </Button>
      </CallForm>
      <div className="login-register">
        <Button type="link" onClick={onBack}>
          {t('sso.byPassword')}
        </Button>
      </div>
    </>
  )
}
