import type { Call, InputOf } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from './call-dialog.tsx'
import { Field } from './call-form.tsx'
import { CodeField } from './code-field.tsx'

/** Another address for an account: a code is mailed to it first. `fixed` says whose. */
export function EmailDialog<Send extends Call, Set extends Call>(props: {
  send: Send
  set: Set
  fixed: Partial<InputOf<Set>> & Omit<InputOf<Send>, 'email'>
  /** What changes with it, where that is not what the reader's own address changes. */
  hint?: string
  onClose: () => void
  onDone: () => unknown
}) {
  const { t } = useTranslation()
  return (
    <CallDialog
      title={t('email.change')}
      call={props.set}
      fixed={props.fixed}
      fallback={t('email.failed')}
      onClose={props.onClose}
      done={t('email.done')}
      onDone={props.onDone}
    >
      <p className="soft dialog-hint">{props.hint ?? t('email.hint')}</p>
      <Field name="email" label={t('email.new')}>
        <Input autoFocus inputMode="email" autoComplete="email" />
      </Field>
      <CodeField call={props.send} fixed={props.fixed} />
    </CallDialog>
  )
}
