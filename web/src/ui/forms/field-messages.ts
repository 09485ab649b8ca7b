import type { FormInstance } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../lib/texts/say.ts'
import { messageAt } from './call-values.ts'

/** Encoded messages by field, as they were last shown. */
export type Messages = Map<string, string>

/** Translates the messages at the fields when the language changes. */
export function useFieldMessages(form: FormInstance): Messages {
  const { i18n } = useTranslation()
  const [messages] = useState<Messages>(() => new Map())
  useEffect(() => {
    const wrong = form.getFieldsError().filter(({ errors }) => errors.length > 0)
    form.setFields(
      wrong.map(({ name }) => ({ name, errors: [say(messages.get(String(name[0])) ?? '')] })),
    )
  }, [form, messages, i18n.language])
  return messages
}

export function showAtFields(
  form: FormInstance,
  fields: Record<string, string>,
  messages: Messages,
): void {
  const names = new Set(Object.keys(fields).flatMap((path) => [path, path.replace(/\..*/, '')]))
  const shown = [...names].flatMap((name): [string, string][] => {
    const message = messageAt(fields, name)
    return message !== undefined && form.getFieldInstance(name) !== undefined
      ? [[name, message]]
      : []
  })
  form.setFields(shown.map(([name, message]) => ({ name, errors: [say(message)] })))
  for (const [name, message] of shown) messages.set(name, message)
  const first = shown[0]?.[0]
  if (first !== undefined) form.scrollToField(first, { focus: true, block: 'center' })
}
