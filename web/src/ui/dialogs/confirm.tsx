import type { Call, DataOf, InputOf } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { begun } from '../../lib/calls/begun.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { type Weight, useAsk } from './ask.tsx'

/**
 * Questions before an action. Their texts are `<action>.<thing>` of the texts `confirm`. A record of a patient has its own
 * in the texts of its feature: `useConfirmDelete`.
 */
export const QUESTIONS = {
  'disable.member': 'danger',
  'enable.member': 'plain',
  'resetPassword.member': 'danger',
  'delete.member': 'danger',
  'disable.institution': 'danger',
  'enable.institution': 'plain',
  'delete.institution': 'by-name',
  'lock.mainAccount': 'danger',
  'unlock.mainAccount': 'plain',
  'resetPassword.mainAccount': 'danger',
  'lock.account': 'danger',
  'unlock.account': 'plain',
  'disable.admin': 'danger',
  'enable.admin': 'plain',
  'delete.admin': 'danger',
  'delete.experience': 'danger',
  'delete.archive': 'danger',
  'delete.destination': 'danger',
  'delete.export': 'danger',
  'delete.note': 'danger',
  'delete.validation': 'danger',
  'repeat.validation': 'plain',
  'cancel.import': 'danger',
  'stop.import': 'danger',
  'undo.import': 'danger',
  'publish.questionnaire': 'plain',
  'publish.byLinks': 'plain',
  'close.questionnaire': 'danger',
  'delete.questionnaire': 'danger',
  'delete.question': 'danger',
  'delete.news': 'danger',
  // Questions beside the twenty of the catalogue.
  'release.photograph': 'plain',
  'withhold.photograph': 'plain',
  'merge.patient': 'danger',
  'unmerge.patient': 'plain',
  'ask.erasure': 'danger',
  'confirm.erasure': 'danger',
  'withdraw.erasure': 'plain',
  'withdraw.change': 'plain',
  'agree.change': 'plain',
  'refuse.change': 'plain',
  'restore.institution': 'plain',
  'resetPassword.admin': 'danger',
  'resetPassword.experience': 'danger',
  'resetFactor.account': 'danger',
  'unlinkSso.member': 'danger',
  'delete.device': 'danger',
  'revoke.client': 'danger',
  'delete.webhook': 'danger',
  'delete.hl7Peer': 'danger',
  'disclose.draws': 'danger',
  'takeBack.received': 'danger',
  'takeBack.document': 'danger',
  'delete.trialBatch': 'danger',
  'delete.trialAll': 'danger',
  'logOut.everywhere': 'danger',
} as const satisfies Record<string, Weight>
export type Question = keyof typeof QUESTIONS

/**
 * Asks with the name of the thing, is busy during the call, and shows the result in the question's
 * words.
 */
export function useConfirm() {
  const { t } = useTranslation('confirm')
  const ask = useAsk()
  return <C extends Call>(
    question: Question,
    name: string,
    call: C,
    body: InputOf<C>,
    onDone: (data: DataOf<C>) => unknown,
  ) => {
    const of = begun()
    ask(question, QUESTIONS[question], name, async () => {
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
