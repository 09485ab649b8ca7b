import type { Call, InputOf } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { storedMeanwhile, type Changeable } from '../../lib/calls/api-error.ts'
import { api, showFailure } from '../../lib/calls/api.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { begun } from '../../lib/calls/begun.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { useAsk } from './ask.tsx'
import type { Question } from './confirm.tsx'
import type { ConflictRow } from './conflict-dialog.tsx'
import './conflict-dialog.css'

/** A question at `delete` of the texts of the feature itself. */
type OwnQuestion = `${string}:delete`

type Difference = Pick<ConflictRow, 'label' | 'mine' | 'stored'>

/**
 * Asks before a record is deleted. Where somebody changed it meanwhile, the change is shown first
 * and it is asked again.
 */
export function useConfirmDelete() {
  const { t } = useTranslation('confirm')
  const ask = useAsk()
  return <C extends Call, Row extends Changeable>(
    question: Extract<Question, `delete.${string}`> | OwnQuestion,
    name: string,
    deleted: {
      call: C
      /** What names the record. */
      id: Partial<InputOf<C>>
      record: Row
      schema: z.ZodType<Row>
      /** What the record that is stored says differently. */
      differences: (now: Row) => readonly Difference[]
      onChanged: () => unknown
    },
  ) => {
    const { call, id, record, schema, differences, onChanged } = deleted
    const of = begun()
    const remove = async ({ version }: Row) => {
      try {
        await api(call, { ...id, version } as InputOf<C>, { of })
      } catch (error) {
        const now = storedMeanwhile(error, schema)
        if (now) askAgain(now)
        else showFailure(error, t(`${question}.failed`))
        return
      }
      showSuccess(of(t(`${question}.done`)))
      await onChanged()
    }
    const askAgain = (now: Row) => {
      const who = { name: now.changed_by ?? '', time: formatInstant(now.changed_at ?? '') }
      const rows = differences(now).filter(({ mine, stored }) => mine !== stored)
      const more = (
        <>
          <p>{t('common:conflict.deleted', who)}</p>
          <Differences rows={rows} />
        </>
      )
      // The list behind the question says what is stored as well.
      void onChanged()
      ask(question, 'danger', name, () => remove(now), undefined, more)
    }
    ask(question, 'danger', name, () => remove(record))
  }
}

function Differences({ rows }: { rows: readonly Difference[] }) {
  const { t } = useTranslation()
  if (rows.length === 0) return <p>{t('conflict.same')}</p>
  return (
    <ul className="conflict-changes">
      {rows.map(({ label, mine, stored }) => (
        <li key={label} className="long-text">
          {t('conflict.change', {
            label,
            from: mine || t('conflict.empty'),
            to: stored || t('conflict.empty'),
          })}
        </li>
      ))}
    </ul>
  )
}
