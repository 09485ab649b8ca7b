import type { Call, DataOf, InputOf } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import type texts from '../../locales/zh-CN/confirm.json'
import { api, showFailure } from '../../lib/calls/api.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { begun } from '../../lib/calls/begun.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { type Weight, useAsk } from './ask.tsx'

/** A question with all its texts, `<action>.<thing>` of the texts `confirm`. */
export type Question = QuestionOf<typeof texts>
type QuestionOf<Texts> = {
  [Action in keyof Texts & string]: `${Action}.${ThingOf<Texts[Action]>}`
}[keyof Texts & string]
type ThingOf<Things> = {
  [Thing in keyof Things & string]: Things[Thing] extends { done: string } ? Thing : never
}[keyof Things & string]

/**
 * Asks with the name of the thing, is busy during the call, and shows the result in the question's
 * words.
 */
export function useConfirm() {
  const { t } = useTranslation('confirm')
  const ask = useAsk()
  return <C extends Call>(
    question: Question,
    weight: Weight,
    name: string,
    call: C,
    body: InputOf<C>,
    onDone: (data: DataOf<C>) => unknown,
  ) => {
    const of = begun()
    ask(question, weight, name, async () => {
      let data: DataOf<C>
      try {
        data = await api(call, body, { of })
      } catch (error) {
        showFailure(error, t(`${question}.failed`))
        return
      }
      const due = dueOf(data)
      showSuccess(
        due === null
          ? of(t(`${question}.done`))
          : t('common:accountChange.asked', { at: formatInstant(due) }),
      )
      await onDone(data)
    })
  }
}

/** When a change takes effect that waits for the owner of an account; null: it has. */
export const dueOf = (data: unknown): string | null =>
  typeof data === 'object' && data !== null && 'due_at' in data && typeof data.due_at === 'string'
    ? data.due_at
    : null
