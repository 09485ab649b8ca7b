import { CODE, ERROR, type Call, type InputOf } from '@mingmou/contract'
import { Button, Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../lib/calls/api-error.ts'
import { api, showFailure } from '../../lib/calls/api.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { Field } from '../forms/field.tsx'
import './code-field.css'

/** A countdown in whole seconds. `start` begins it. */
function useCountdown(): [seconds: number, start: (seconds: number) => void] {
  const [{ until, now }, set] = useState({ until: 0, now: 0 })
  const left = Math.max(0, Math.ceil((until - now) / 1000))
  useEffect(() => {
    if (until === 0) return
    const timer = setInterval(() => {
      if (Date.now() >= until) set({ until: 0, now: 0 })
      else set({ until, now: Date.now() })
    }, 500)
    return () => clearInterval(timer)
  }, [until])
  return [left, (seconds) => set({ until: Date.now() + seconds * 1000, now: Date.now() })]
}

/** The code from a mail, with a button that has one mailed to the address in the form. */
export function CodeField<C extends Call>({
  call,
  fixed,
}: {
  call: C
  fixed?: Omit<InputOf<C>, 'email'>
}) {
  const { t } = useTranslation()
  const form = Form.useFormInstance<{ email?: string }>()
  const [busy, setBusy] = useState(false)
  const [seconds, wait] = useCountdown()

  const send = async () => {
    const { email } = await form.validateFields(['email'])
    setBusy(true)
    try {
      await api(call, { ...fixed, email: email?.trim() } as InputOf<C>)
      wait(CODE.mailEverySeconds)
      showSuccess(t('code.sent'))
      form.scrollToField('code', { focus: true, block: 'nearest' })
    } catch (error) {
      if (error instanceof ApiError && error.errorCode === ERROR.tooManyTries)
        wait(Number(error.data['retry_after'] ?? CODE.mailEverySeconds))
      showFailure(error, t('code.failed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="code-field">
      <Field name="code" label={t('code.label')}>
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={CODE.digits} />
      </Field>
      <Button
        loading={busy}
        disabled={seconds > 0}
        // The form shows a fault of the address at its field.
        onClick={() => void send().catch(() => undefined)}
      >
        {seconds > 0 ? t('code.again', { count: seconds }) : t('code.send')}
      </Button>
    </div>
  )
}
