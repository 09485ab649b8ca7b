import { today, type ExamDraft, type EyeExam } from '@mingmou/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../../lib/calls/api.ts'
import { filled, statedBy, type Content, type Faults } from './content.ts'
import { pathOf, type Place } from './entry-place.ts'
import { faultOf } from './queries.ts'
import { useDraft } from './use-draft.ts'

export type KeptDraft = ExamDraft & { saved_at: string }

/** What is entered of a new examination or in the change of `exam`, kept as a draft while it changes. */
export function useEntry({
  pid,
  exam,
  draft,
}: {
  pid: string
  exam: EyeExam | undefined
  draft: KeptDraft | null
}) {
  const { t } = useTranslation('eye-exams')
  const { keeper, state, drop } = useDraft({ pid, ...(exam && { rid: exam.rid }) })
  const begin: Content = {
    record_date: exam?.record_date ?? today(),
    entered: exam?.entered ?? {},
  }
  const [restored, setRestored] = useState(draft)
  const [content, setContent] = useState<Content>({ ...begin, ...statedBy(draft) })
  const [version, setVersion] = useState(draft ? draft.version : exam?.version)
  const [faults, setFaults] = useState<Faults>({})

  const change = (next: Content, seen = version) => {
    setContent(next)
    setVersion(seen)
    keeper.change({
      record_date: next.record_date,
      entered: filled(next.entered),
      ...(seen !== undefined && { version: seen }),
    })
  }
  const setDay = (record_date: string) => {
    setFaults({ ...faults, record_date: undefined })
    change({ ...content, record_date })
  }
  const enter = (place: Place, entry: string) => {
    const { indicator, eye } = place
    const eyes = { ...content.entered[indicator], [eye]: entry }
    setFaults({ ...faults, [pathOf(place)]: undefined, record_detail: undefined })
    change({ ...content, entered: { ...content.entered, [indicator]: eyes } })
  }
  const leave = (place: Place) => {
    const fault = faultOf(place.indicator, content.entered[place.indicator]?.[place.eye] ?? '')
    if (fault !== undefined) setFaults({ ...faults, [pathOf(place)]: fault })
  }
  /** What is empty is as it was in `before`. */
  const fillFrom = (before: EyeExam) =>
    change({ ...content, entered: filled(content.entered, before.entered) })
  const dropDraft = async () => {
    try {
      await drop()
    } catch (error) {
      keeper.release()
      showFailure(error, t('form.dropFailed'))
      return
    }
    keeper.release()
    setRestored(null)
    setContent(begin)
    setVersion(exam?.version)
    setFaults({})
  }
  return {
    content,
    version,
    faults,
    setFaults,
    change,
    setDay,
    enter,
    leave,
    fillFrom,
    keeper,
    draftState: state,
    restored,
    dropDraft,
    /** What the form began from; undefined where that was a draft of an earlier version. */
    began: version === exam?.version ? begin : undefined,
  }
}
