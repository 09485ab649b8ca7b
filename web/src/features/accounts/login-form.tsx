import {
  FIRST_LOGIN,
  forgetRemembered,
  login,
  loginRemembered,
  type Session,
} from '@mingmou/contract'
import { Button, Checkbox, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PATHS } from '../../app/paths.ts'
import { api } from '../../lib/api.ts'
import { goTo } from '../../lib/navigate.ts'
import { startSession } from '../../lib/session.ts'
import { CallForm, Field } from '../../ui/call-form.tsx'
import { Maintenance } from '../../ui/maintenance.tsx'
import type { LoginType } from './remembered.ts'

/** Stands in the password field for the one this device may leave out; it is never sent. */
const DOTS = '••••••••'

/** `known` is the name this device remembers: signing in then needs no password until another one is typed. */
export function LoginForm({ type, known }: { type: LoginType; known: string | null }) {
  const { t } = useTranslation('accounts')
  const [form] = Form.useForm<{ account?: string; password?: string }>()
  const [byDevice, setByDevice] = useState(known !== null)
  const [remember, setRemember] = useState(known !== null)
  const [busy, setBusy] = useState(false)
  const [closed, setClosed] = useState(false)

  /** Another name or password ends the login by device; what was typed among the dots stays. */
  const typeInstead = () => {
    if (!byDevice) return
    setByDevice(false)
    const typed = form.getFieldValue('password') as string
    form.setFieldValue('password', typed.replaceAll('•', ''))
  }
  const enter = async (session: Session) => {
    startSession(session)
    if (byDevice && !remember)
      await api(forgetRemembered, { accountType: type }).catch(() => undefined)
    goTo(session.first_login === FIRST_LOGIN.pending ? PATHS.updatePassword : PATHS.app)
  }
  const common = { form, fallback: t('login.failed'), onBusy: setBusy }
  const fields = (
    <>
      <Field name="account" label={t('login.account')}>
        <Input size="large" autoFocus autoComplete="username" onChange={typeInstead} />
      </Field>
      <Field name="password" label={t('login.password')}>
        <Input.Password
          size="large"
          autoComplete="current-password"
          visibilityToggle={!byDevice}
          onFocus={(event) => byDevice && event.target.select()}
          onChange={typeInstead}
        />
      </Field>
      <div className="login-options">
        <Checkbox checked={remember} onChange={(event) => setRemember(event.target.checked)}>
          {t('login.remember')}
        </Checkbox>
        <Button type="link" size="small" onClick={() => setClosed(true)}>
          {t('login.forgot')}
        </Button>
      </div>
      <Button type="primary" size="large" block htmlType="submit" loading={busy}>
        {t('common:action.logIn')}
      </Button>
      <div className="login-register">
        <Button type="link" onClick={() => setClosed(true)}>
          {t(`login.register.${type}`)}
        </Button>
      </div>
      <Modal open={closed} footer={null} onCancel={() => setClosed(false)}>
        <Maintenance />
      </Modal>
    </>
  )
  return byDevice ? (
    <CallForm
      {...common}
      call={loginRemembered}
      fixed={{ accountType: type }}
      initial={{ account: known, password: DOTS }}
      onDone={(session) => void enter(session)}
    >
      {fields}
    </CallForm>
  ) : (
    <CallForm
      {...common}
      call={login}
      fixed={{ accountType: type, remember }}
      onDone={(session) => void enter(session)}
    >
      {fields}
    </CallForm>
  )
}
