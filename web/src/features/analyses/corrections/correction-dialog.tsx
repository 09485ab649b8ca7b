import {
  correctedText,
  machineText,
  inForce,
  REASON_LENGTH,
  sayIn,
  type CorrectedValue,
  type Judgement,
} from '@mingmou/contract'
import { Alert, Button, Input, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../../lib/texts/i18n.ts'
import { useModality } from '../../../modalities/use-modality.ts'
import { CallDialog } from '../../../ui/dialogs/call-dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { CorrectionLine } from './correction-line.tsx'
import { refresh } from '../queries.ts'

/** Stands for the machine's value: what was stated is withdrawn. */
const WITHDRAW = 'withdraw'

interface Props {
  recordId: string
  index: number
  judgement: Judgement
  /** Chosen before the dialog opened. */
  proposed?: CorrectedValue
  onClose: () => void
}

/** One value of an image as a clinician states it, with the reason; all that was stated of it stands below. */
export function CorrectionDialog({ recordId, index, judgement, proposed, onClose }: Props) {
  const { t } = useTranslation('analyses')
  const { calls, entry } = useModality()
  const { name, machine, corrections } = judgement
  const newest = corrections[0]?.correction_id ?? null
  const [seen, setSeen] = useState(newest)
  const say = sayIn(language())
  const held = inForce(corrections)
  const options: { value: CorrectedValue; label: string }[] = (
    entry.correctable[name]?.values ?? []
  ).map((value) => ({ value, label: correctedText(name, value, say) }))
  if (held) options.push({ value: WITHDRAW, label: t('correct.withdraw') })
  return (
    <CallDialog
      title={t('correct.title', { name: say(`correction.name.${name}`) })}
      call={calls.analysis.correct}
      fixed={{ analysis_record_id: recordId, image_index: index, field: name, replaces: seen }}
      initial={proposed === undefined ? {} : { value: proposed }}
      prepare={(body) => Promise.resolve(body.value === WITHDRAW ? { ...body, value: null } : body)}
      fallback={t('correct.failed')}
      done={t('correct.done')}
      onDone={() => refresh(calls.analysis)}
      onRefused={() => void refresh(calls.analysis)}
      onClose={onClose}
    >
      <p>{say('correction.machine', { value: machineText(name, machine, say) })}</p>
      {newest !== seen && (
        <Alert
          type="warning"
          showIcon
          title={t('correct.meanwhile')}
          action={<Button onClick={() => setSeen(newest)}>{t('correct.seen')}</Button>}
        />
      )}
      <Field name="value" label={t('correct.value')}>
        <Radio.Group className="dx-values" options={options} />
      </Field>
      <Field name="reason" label={t('correct.reason')}>
        <Input.TextArea rows={2} maxLength={REASON_LENGTH} showCount />
      </Field>
      <p className="soft">{t('correct.kept')}</p>
      {corrections.length > 0 && (
        <section className="dx-history">
          <h3>{t('correct.history')}</h3>
          {corrections.map((correction) => (
            <CorrectionLine key={correction.correction_id} name={name} correction={correction} />
          ))}
        </section>
      )}
    </CallDialog>
  )
}
