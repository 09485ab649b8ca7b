import {
  createExam,
  enteredOf,
  EXAM_EYES,
  fieldMessages,
  INDICATOR_KEYS,
  setExam,
  type Entries,
  type ExamDraft,
} from '@mingmou/contract'

/** What stands in the form. */
export interface Content {
  record_date: string
  entered: Entries
}

/** Faults by the path of their field, as encoded messages. */
export type Faults = Partial<Record<string, string>>

/** What a draft says. It stands in for what the form begins from. */
export const statedBy = (draft: ExamDraft | null): Partial<Content> =>
  draft ? { record_date: draft.record_date ?? '', entered: draft.entered } : {}

/** The entries that say something; an empty one may be filled from others. */
export function filled(entries: Entries, others: Entries = {}) {
  const of = (indicator: (typeof INDICATOR_KEYS)[number]) =>
    EXAM_EYES.flatMap((eye) => {
      const entry = enteredOf(entries, indicator, eye) || enteredOf(others, indicator, eye)
      return entry === '' ? [] : [[eye, entry] as const]
    })
  const all = INDICATOR_KEYS.map((indicator) => [indicator, of(indicator)] as const)
  const some = all.filter(([, eyes]) => eyes.length > 0)
  return Object.fromEntries(
    some.map(([indicator, eyes]) => [indicator, Object.fromEntries(eyes)]),
  ) as ExamDraft['entered']
}

/** The body of the call that saves an examination, without what names it. */
export const bodyOf = ({ record_date, entered }: Content) => ({
  record_date,
  record_detail: filled(entered),
})

/** The form's faults by the schema of its call. */
export function faultsOf(id: { rid: string } | { pid: string }, content: Content): Faults {
  const { success, error } = ('rid' in id ? setExam : createExam).body.safeParse(
    { ...id, ...bodyOf(content) },
    { reportInput: true },
  )
  return success ? {} : fieldMessages(error.issues)
}
