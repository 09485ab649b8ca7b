import { updatePassword } from '@mingmou/contract'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PATHS } from '../../paths.ts'
import { goTo } from '../../lib/places/navigate.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { markPasswordChanged } from '../../lib/session/session.ts'
import { useSession } from '../../lib/session/use-session.ts'
import { CallForm } from '../../ui/forms/call-form.tsx'
import { Field } from '../../ui/forms/field.tsx'
import type { Values } from '../../ui/forms/call-values.ts'
import { NewPasswordInput } from '../../ui/accounts/new-password.tsx'
import { bothPasswords } from '../../ui/accounts/both-passwords.ts'
import './my-account.css'

const checkPasswords = bothPasswords('newpwd1', 'repeated')

export function Component() {
  const { t } = useTranslation('my-account')
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const session = useSession()
  if (!session) return null
  return (
    <section className="panel password-page">
      <h1>{t('password.title')}</h1>
      {session.firstLogin === 'pending' && (
        <Alert type="info" showIcon title={t('password.first')} className="password-first" />
      )}
      <CallForm
        call={updatePassword}
        form={form}
        fixed={{ uid: session.uid }}
        check={checkPasswords}
        fallback={t('password.failed')}
        onBusy={setBusy}
        onDone={() => {
          markPasswordChanged()
          showSuccess(t('password.done'))
          goTo(PATHS.home)
        }}
      >
        <Field name="oldpwd" label={t('password.old')}>
          <Input.Password autoFocus autoComplete="current-password" />
        </Field>
        <Field name="newpwd1" label={t('password.new')}>
          <NewPasswordInput />
        </Field>
        <Field name="repeated" label={t('password.repeat')}>
          <Input.Password autoComplete="new-password" />
        </Field>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('password.save')}
        </Button>
      </CallForm>
    </section>
  )
}
