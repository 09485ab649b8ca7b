import type { Call, InputOf } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { CallDialog } from '../dialogs/call-dialog.tsx'
import { Field } from '../forms/field.tsx'
import { CodeField } from './code-field.tsx'
import { dueOf } from '../dialogs/confirm.tsx'

/** What became of a new address: it is there, or it waits for the owner. */
export function useMovedWords() {
  const { t } = useTranslation()
  return (data: unknown) => {
    const due = dueOf(data)
    return due === null ? t('email.done') : t('accountChange.asked', { at: formatInstant(due) })
  }
}

/** Another address for an account, which first gets a code by mail. `fixed` names the account. */
export function EmailDialog<Send extends Call, Set extends Call>(props: {
  send: Send
  set: Set
  fixed: Partial<InputOf<Set>> & Omit<InputOf<Send>, 'email'>
  /** The consequence, where it differs from that of changing the reader's own address. */
  hint?: string
  onClose: () => void
  onDone: () => unknown
}) {
  const { t } = useTranslation()
  const moved = useMovedWords()
  return (
    <CallDialog
      title={t('email.change')}
      call={props.set}
      fixed={props.fixed}
      fallback={t('email.failed')}
      onClose={props.onClose}
      done={(_, data) => moved(data)}
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
