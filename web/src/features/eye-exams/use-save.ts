import { createExam, EyeExam, setExam, unusualIn } from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, storedMeanwhile } from '../../lib/calls/api-error.ts'
import { api, showFailure } from '../../lib/calls/api.ts'
import { begun } from '../../lib/calls/begun.ts'
import type { Whose } from '../../lib/calls/whose.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { useAgreement } from '../../ui/dialogs/agreement.ts'
import type { Choices } from '../../ui/dialogs/conflict-dialog.tsx'
import { merged } from './conflict.ts'
import { bodyOf, faultsOf, type Content, type Faults } from './content.ts'
import { examsChanged } from './queries.ts'
import type { useEntry } from './use-entry.ts'

/** Saves what is entered. Where somebody else saved meanwhile, `stored` is theirs until a choice is made. */
export function useSave(about: {
  pid: string
  exam: EyeExam | undefined
  entry: ReturnType<typeof useEntry>
  onFaults: (faults: Faults) => void
  onSaved: () => void
}) {
  const { t } = useTranslation('eye-exams')
  const { pid, exam, entry, onFaults } = about
  const { keeper } = entry
  const agreement = useAgreement()
  const [busy, setBusy] = useState(false)
  const [stored, setStored] = useState<EyeExam | null>(null)

  const send = async (what: Content, version: number | undefined, of: Whose) => {
    const { record_date, record_detail } = bodyOf(what)
    const body = {
      record_date,
      record_detail: record_detail as Parameters<typeof api<typeof createExam>>[1]['record_detail'],
    }
    if (exam)
      await api(
        setExam,
        { rid: exam.rid, ...body, ...(version !== undefined && { version }) },
        { of },
      )
    else await api(createExam, { pid, ...body }, { of })
  }
  /** Unusual values are saved after a yes alone. */
  const isMeant = async ({ entered }: Content) => {
    const asked = unusualIn(entered).map((unusual) =>
      t(`unusual.${unusual.why}`, {
        eye: t(`eye.${unusual.eye}`),
        indicator: t(`indicator.${unusual.indicator}`),
        value: unusual.entry,
      }),
    )
    return asked.length === 0 || agreement('unusual.exam', asked.join(t('unusual.and')))
  }
  const refused = (error: unknown) => {
    const now = storedMeanwhile(error, EyeExam)
    if (now) {
      setStored(now)
      return
    }
    if (error instanceof ApiError) onFaults(error.fields)
    showFailure(error, t('form.failed'))
  }
  const save = async (what = entry.content, version = entry.version) => {
    const found = faultsOf(exam ? { rid: exam.rid } : { pid }, what)
    if (Object.keys(found).length > 0) {
      onFaults(found)
      return
    }
    const of = begun()
    if (!(await isMeant(what))) return
    setBusy(true)
    await keeper.hold()
    try {
      await send(what, version, of)
      keeper.forget()
      showSuccess(of(t('form.done')))
      await examsChanged()
      about.onSaved()
    } catch (error) {
      keeper.release()
      refused(error)
    } finally {
      setBusy(false)
    }
  }
  const settle = (theirs: EyeExam, choices: Choices) => {
    const chosen = merged(entry.content, theirs, choices)
    setStored(null)
    entry.change(chosen, theirs.version)
    void save(chosen, theirs.version)
  }
  return { save, busy, stored, settle, unsettle: () => setStored(null) }
}
