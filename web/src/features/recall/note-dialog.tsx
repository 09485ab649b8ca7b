import {
  CONTACTS,
  ENDINGS,
  isRefer,
  noteStep,
  REFERRAL_EVENTS,
  STEP_NOTE_CHARS,
  today,
  type PlannedStep,
  type StepEvent,
} from '@mingmou/contract'
import { Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallDialog } from '../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { DateInput } from '../../ui/forms/date-input.tsx'
import { stepsChanged } from './queries.ts'
import { ResultInput } from './result-input.tsx'

/** What may be put on record of a step as it is. */
function eventsOf({ kind, place }: PlannedStep): readonly StepEvent[] {
  if (ENDINGS.some((ending) => ending === place)) return ['resumed']
  if (place === 'outcome') return ['outcome']
  return [...CONTACTS, ...(isRefer(kind) ? REFERRAL_EVENTS : []), ...ENDINGS]
}

/** Puts on record what was done about a next step. */
export function NoteDialog({ step, onClose }: { step: PlannedStep; onClose: () => void }) {
  const { t } = useTranslation('recall')
  const events = eventsOf(step)
  return (
    <CallDialog
      title={t('note.title', { name: step.name })}
      call={noteStep}
      fixed={{ step_id: step.step_id }}
      initial={{ what: events[0], happened_on: today() }}
      done={t('note.done')}
      fallback={t('note.failed')}
      onDone={stepsChanged}
      onClose={onClose}
    >
      <Field name="what" label={t('note.what')}>
        <Radio.Group options={events.map((value) => ({ value, label: t(`event.${value}`) }))} />
      </Field>
      <Ending />
      <div className="recall-days">
        <Field name="happened_on" label={t('note.day')}>
          <DateInput days="past" />
        </Field>
        <Field name="next_on" label={t('note.next_on')} hint={t('note.nextHint')}>
          <DateInput days="coming" />
        </Field>
      </div>
      <Result />
      <Field name="note" label={t('note.note')}>
        <Input.TextArea maxLength={STEP_NOTE_CHARS} showCount autoSize={{ minRows: 2 }} />
      </Field>
    </CallDialog>
  )
}

const useWhat = () => Form.useWatch<StepEvent | undefined>('what', Form.useFormInstance())

/** What takes the patient off the lists says so. */
function Ending() {
  const { t } = useTranslation('recall')
  const what = useWhat()
  if (!ENDINGS.some((ending) => ending === what)) return null
  return <p className="dialog-hint">{t(what === 'died' ? 'note.endsAll' : 'note.ends')}</p>
}

function Result() {
  const { t } = useTranslation('recall')
  if (useWhat() !== 'outcome') return null
  return (
    <Field name="outcome" label={t('result.title')}>
      <ResultInput />
    </Field>
  )
}
