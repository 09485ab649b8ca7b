import { forgetRemembered, NextStep, RefusedApplication, type Session } from '@mingmou/contract'
import { Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/calls/api-error.ts'
import { api } from '../../lib/calls/api.ts'
import { enter as open, nextPath } from './enter.ts'
import { LoginCall, type Typed } from './login-call.tsx'
import { LoginFields } from './login-fields.tsx'
import type { LoginType } from './remembered.ts'
import type { Refused } from './sign-up-organization-dialog.tsx'
import { LoginDialogs } from './login-dialogs.tsx'

/** The step that the sign-in still needs, and what its session leads to. */
export type Next = NextStep & { onSession: (session: Session) => void }

/**
 * `known` is the name this device remembers. Login then needs no password until another name is
 * typed.
 */
export function LoginForm(props: {
  type: LoginType
  known: string | null
  typed: Typed | null
  onTyped: (typed: Typed | null) => void
  /** The dialog of the sign-up is open from the beginning. */
  register: boolean
  onRegistered: () => void
  onNext: (next: Next) => void
  onSso: () => void
}) {
  const { type, known, typed } = props
  const { t } = useTranslation('sessions')
  const [form] = Form.useForm<{ account?: string; password?: string }>()
  const [byDevice, setByDevice] = useState(known !== null && typed === null)
  const [remember, setRemember] = useState(known !== null)
  const [busy, setBusy] = useState(false)
  const [dialog, setDialog] = useState<'forgot' | 'signUp' | null>(props.register ? 'signUp' : null)
  const [refused, setRefused] = useState<Refused | null>(null)

  /** Another name or password ends the login by device. Characters typed among the dots stay. */
  const typeInstead = () => {
    if (!byDevice) return
    setByDevice(false)
    const among = form.getFieldValue('password') as string
    form.setFieldValue('password', among.replaceAll('•', ''))
  }
  const onTyping = () => {
    typeInstead()
    const { account = '', password = '' } = form.getFieldsValue()
    props.onTyped(account === '' && password === '' ? null : { account, password })
  }
  const enter = async (session: Session) => {
    if (byDevice && !remember)
      await api(forgetRemembered, { accountType: type }).catch(() => undefined)
    open(session, nextPath())
  }
  const onRefused = (error: unknown) => {
    const data = error instanceof ApiError ? error.data : null
    const next = NextStep.safeParse(data)
    const again = RefusedApplication.safeParse(data)
    if (again.success)
      setRefused({ ...again.data, password: form.getFieldValue('password') as string })
    if (next.success) props.onNext({ ...next.data, onSession: (session) => void enter(session) })
  }
  const close = () => {
    setDialog(null)
    setRefused(null)
    props.onRegistered()
  }
  /** The form then holds the name for the login, and waits for the password. */
  const logInAs = (account: string) => {
    close()
    setByDevice(false)
    form.setFields([
      { name: 'account', value: account, errors: [] },
      { name: 'password', value: '', errors: [] },
    ])
  }
  const onSession = (session: Session) => void enter(session)
  const fields = (
    <LoginFields
      type={type}
      byDevice={byDevice}
      remember={remember}
      busy={busy}
      onTyping={onTyping}
      onRemember={setRemember}
      onSession={onSession}
      onForgot={() => setDialog('forgot')}
      onSignUp={() => setDialog('signUp')}
      onSso={props.onSso}
    />
  )
  // A dialog holds a form of its own, which must not lie inside this one.
  return (
    <>
      <LoginCall
        type={type}
        known={known}
        typed={typed}
        byDevice={byDevice}
        remember={remember}
        form={form}
        fallback={t('login.failed')}
        onBusy={setBusy}
        onRefused={onRefused}
        onDone={onSession}
      >
        {fields}
      </LoginCall>
      <LoginDialogs open={dialog} type={type} refused={refused} onClose={close} onDone={logInAs} />
    </>
  )
}
