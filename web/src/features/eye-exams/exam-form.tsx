import {
  createExam,
  enteredOf,
  EXAM_EYES,
  EyeExam,
  fieldMessages,
  INDICATOR_KEYS,
  setExam,
  today,
  unusualIn,
  type Entries,
  type ExamDraft,
} from '@mingmou/contract'
import { Alert, Button, Form } from 'antd'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, storedMeanwhile } from '../../lib/calls/api-error.ts'
import { api, showFailure } from '../../lib/calls/api.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { say } from '../../lib/texts/say.ts'
import { showSuccess } from '../../lib/notices/notices.ts'
import { useAgreement } from '../../ui/dialogs/confirm.tsx'
import { ConflictDialog } from '../../ui/dialogs/conflict-dialog.tsx'
import { DateInput } from '../../ui/forms/date-input.tsx'
import { merged, rowsOfConflict, type Content } from './conflict.ts'
import { EntryGrid, pathOf } from './entry-grid.tsx'
import { examsChanged, faultOf } from './queries.ts'
import { useDraft } from './use-draft.ts'

type Faults = Partial<Record<string, string>>

/** A new examination, or the change of `exam`. `last` is the one before it. */
export function ExamForm(props: {
  pid: string
  exam: EyeExam | undefined
  last: EyeExam | undefined
  draft: (ExamDraft & { saved_at: string }) | null
  onClose: () => void
}) {
  const { t } = useTranslation('eye-exams')
  const { pid, exam, last, onClose } = props
  const about = { pid, ...(exam && { rid: exam.rid }) }
  const { keeper, state, drop } = useDraft(about)
  const [restored, setRestored] = useState(props.draft)
  const begin: Content = {
    record_date: exam?.record_date ?? today(),
    entered: exam?.entered ?? {},
  }
  const [content, setContent] = useState<Content>({ ...begin, ...stated(props.draft) })
  const [version, setVersion] = useState(props.draft ? props.draft.version : exam?.version)
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const [stored, setStored] = useState<EyeExam | null>(null)
  const agreement = useAgreement()
  const form = useRef<HTMLFormElement>(null)

  const draftOf = (next: Content, of = version): ExamDraft => ({
    record_date: next.record_date,
    entered: filled(next.entered),
    ...(of !== undefined && { version: of }),
  })
  const change = (next: Content) => {
    setContent(next)
    keeper.change(draftOf(next))
  }
  const enter = ({ indicator, eye }: Parameters<typeof pathOf>[0], entry: string) => {
    const eyes = { ...content.entered[indicator], [eye]: entry }
    setFaults({ ...faults, [pathOf({ indicator, eye })]: undefined, record_detail: undefined })
    change({ ...content, entered: { ...content.entered, [indicator]: eyes } })
  }
  const sameAsLast = () => {
    const before = last?.entered ?? {}
    change({ ...content, entered: filled(content.entered, before) })
  }
  const show = (found: Faults) => {
    setFaults(found)
    // The fields say so once they are drawn.
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  const send = async (what: Content, seen: number | undefined) => {
    const detail = filled(what.entered) as Parameters<
      typeof api<typeof createExam>
    >[1]['record_detail']
    const body = { record_date: what.record_date, record_detail: detail }
    if (exam)
      await api(setExam, { rid: exam.rid, ...body, ...(seen !== undefined && { version: seen }) })
    else await api(createExam, { pid, ...body })
  }
  const save = async (what = content, seen = version) => {
    const found = check(exam ? { rid: exam.rid } : { pid }, what)
    if (Object.keys(found).length > 0) {
      show(found)
      return
    }
    const asked = unusualIn(what.entered).map((one) =>
      t(`unusual.${one.why}`, {
        eye: t(`eye.${one.eye}`),
        indicator: t(`indicator.${one.indicator}`),
        value: one.entry,
      }),
    )
    if (asked.length > 0 && !(await agreement('unusual.exam', asked.join(t('unusual.and'))))) return
    setBusy(true)
    await keeper.hold()
    try {
      await send(what, seen)
      keeper.forget()
      showSuccess(t('form.done'))
      await examsChanged()
      onClose()
    } catch (error) {
      keeper.release()
      refused(error)
    } finally {
      setBusy(false)
    }
  }
  const refused = (error: unknown) => {
    const now = storedMeanwhile(error, EyeExam)
    if (now) {
      setStored(now)
      return
    }
    if (error instanceof ApiError) show(error.fields)
    showFailure(error, t('form.failed'))
  }
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

  return (
    <section className="panel exam-form">
      <h2>{t(exam ? 'form.edit' : 'form.add')}</h2>
      {restored && (
        <Alert
          type="info"
          showIcon
          title={t('form.restored', { time: formatInstant(restored.saved_at) })}
          action={<Button onClick={() => void dropDraft()}>{t('form.drop')}</Button>}
        />
      )}
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className="exam-form-head">
          <Form.Item
            label={t('field.record_date')}
            layout="vertical"
            required
            htmlFor="exam-date"
            {...(faults.record_date !== undefined && {
              validateStatus: 'error',
              help: say(faults.record_date),
            })}
          >
            <DateInput
              id="exam-date"
              value={content.record_date}
              onChange={(record_date) => {
                setFaults({ ...faults, record_date: undefined })
                change({ ...content, record_date })
              }}
            />
          </Form.Item>
          {last && (
            <Button onClick={sameAsLast} title={t('form.sameHint')}>
              {t('form.same', { date: last.record_date })}
            </Button>
          )}
        </div>
        <p className="soft">{t('form.notation')}</p>
        <EntryGrid
          entered={content.entered}
          last={last?.entered}
          faults={faults}
          onEnter={enter}
          onLeave={(place) => {
            const fault = faultOf(
              place.indicator,
              content.entered[place.indicator]?.[place.eye] ?? '',
            )
            if (fault !== undefined) setFaults({ ...faults, [pathOf(place)]: fault })
          }}
        />
        {faults.record_detail !== undefined && (
          <p role="alert" className="exam-fault">
            {say(faults.record_detail)}
          </p>
        )}
        <div className="exam-form-foot">
          <span className="soft" role="status">
            {state !== 'unchanged' && t(`draft.${state}`)}
          </span>
          <Button onClick={onClose}>{t('common:action.back')}</Button>
          <Button type="primary" htmlType="submit" loading={busy}>
            {t('common:action.save')}
          </Button>
        </div>
      </form>
      {stored && (
        <ConflictDialog
          by={stored.changed_by}
          at={stored.changed_at}
          rows={rowsOfConflict(t, content, stored, version === exam?.version ? begin : undefined)}
          onClose={() => setStored(null)}
          onSave={(choices) => {
            const chosen = merged(content, stored, choices)
            setStored(null)
            setVersion(stored.version)
            setContent(chosen)
            keeper.change(draftOf(chosen, stored.version))
            void save(chosen, stored.version)
          }}
        />
      )}
    </section>
  )
}

const stated = (draft: ExamDraft | null): Partial<Content> =>
  draft ? { record_date: draft.record_date ?? '', entered: draft.entered } : {}

/** The entries that say something; an empty one may be filled from others. */
function filled(entries: Entries, others: Entries = {}) {
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

/** The form's faults by the schema of its call. */
function check(id: { rid: string } | { pid: string }, { record_date, entered }: Content): Faults {
  const body = { ...id, record_date, record_detail: filled(entered) }
  const { success, error } = ('rid' in id ? setExam : createExam).body.safeParse(body, {
    reportInput: true,
  })
  return success ? {} : fieldMessages(error.issues)
}
