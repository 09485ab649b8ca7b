import type { EyeExam } from '@mingmou/contract'
import { Button } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../lib/texts/say.ts'
import { ConflictDialog } from '../../ui/dialogs/conflict-dialog.tsx'
import { rowsOfConflict } from './conflict.ts'
import type { Faults } from './content.ts'
import { EntryGrid } from './entry-grid.tsx'
import { useEntry, type KeptDraft } from './use-entry.ts'
import { useSave } from './use-save.ts'
import { Restored } from './restored.tsx'
import { ExamDay } from './exam-day.tsx'

/** A new examination, or the change of `exam`. `last` is the one before it. */
export function ExamForm(props: {
  pid: string
  exam: EyeExam | undefined
  last: EyeExam | undefined
  draft: KeptDraft | null
  onClose: () => void
}) {
  const { t } = useTranslation('eye-exams')
  const { pid, exam, last, onClose } = props
  const form = useRef<HTMLFormElement>(null)
  const entry = useEntry(props)
  const { content, faults } = entry
  const show = (found: Faults) => {
    entry.setFaults(found)
    // The fields say so once they are drawn.
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  const saving = useSave({ pid, exam, entry, onFaults: show, onSaved: onClose })
  const { stored } = saving
  return (
    <section className="panel exam-form">
      <h2>{t(exam ? 'form.edit' : 'form.add')}</h2>
      {entry.restored && (
        <Restored at={entry.restored.saved_at} onDrop={() => void entry.dropDraft()} />
      )}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void saving.save()
        }}
      >
        <div className="exam-form-head">
          <ExamDay value={content.record_date} fault={faults.record_date} onChange={entry.setDay} />
          {last && (
            <Button onClick={() => entry.fillFrom(last)} title={t('form.sameHint')}>
              {t('form.same', { date: last.record_date })}
            </Button>
          )}
        </div>
        <p className="soft">{t('form.notation')}</p>
        <EntryGrid
          entered={content.entered}
          last={last?.entered}
          faults={faults}
          onEnter={entry.enter}
          onLeave={entry.leave}
        />
        {faults.record_detail !== undefined && (
          <p role="alert" className="exam-fault">
            {say(faults.record_detail)}
          </p>
        )}
        <div className="exam-form-foot">
          <span className="soft" role="status">
            {entry.draftState !== 'unchanged' && t(`draft.${entry.draftState}`)}
          </span>
          <Button onClick={onClose}>{t('common:action.back')}</Button>
          <Button type="primary" htmlType="submit" loading={saving.busy}>
            {t('common:action.save')}
          </Button>
        </div>
      </form>
      {stored && (
        <ConflictDialog
          by={stored.changed_by}
          at={stored.changed_at}
          rows={rowsOfConflict(t, content, stored, entry.began)}
          onClose={saving.unsettle}
          onSave={(choices) => saving.settle(stored, choices)}
        />
      )}
    </section>
  )
}
