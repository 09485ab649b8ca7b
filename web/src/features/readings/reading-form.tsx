import {
  READ_TREATMENTS,
  READING_NOTE_CHARS,
  SAID,
  signReading,
  type Eye,
  type ReadEye,
  type ReadingRole,
} from '@mingmou/contract'
import { Button, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { showSuccess, showWarning } from '../../lib/notices/notices.ts'

/** What is chosen of an eye so far. */
type Chosen = Partial<Omit<ReadEye, 'stage'>> & { stage?: number | null | undefined }
type AllChosen = Partial<Record<Eye, Chosen>>

/** Of an eye that is not gradable nothing else is stated. */
const withStage = (chosen: Chosen, stage: number | null): Chosen =>
  stage === null
    ? { ...chosen, stage, oedema: 'unsure', glaucoma: 'unsure' }
    : chosen.stage === null
      ? { ...(chosen.treated && { treated: chosen.treated }), stage }
      : { ...chosen, stage }

function readOf({ stage, oedema, glaucoma, treated = 'none' }: Chosen): ReadEye | null {
  if (stage === undefined || oedema === undefined || glaucoma === undefined) return null
  return { stage, oedema, glaucoma, treated }
}

/** Nothing is chosen beforehand: whoever reads states every field. */
export function ReadingForm(props: {
  eyes: readonly Eye[]
  image_id: string
  role: ReadingRole
  onSigned: () => void
}) {
  const { t } = useTranslation('readings')
  const { eyes, image_id, role } = props
  const [chosen, setChosen] = useState<AllChosen>({})
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const readings = eyes.map((eye) => [eye, readOf(chosen[eye] ?? {})] as const)
  const sign = async () => {
    if (readings.some(([, one]) => one === null)) {
      showWarning(t('choose'))
      return
    }
    setBusy(true)
    try {
      const read = { OD: null, OS: null, ...Object.fromEntries(readings) }
      const { awaits } = await api(signReading, { image_id, role, read, note })
      showSuccess(t(`next.${awaits === 'second' || awaits === 'arbitrator' ? awaits : 'none'}`))
      props.onSigned()
    } catch (error) {
      showFailure(error, t('signFailed'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {eyes.map((eye) => (
        <EyeFields
          key={eye}
          eye={eye}
          chosen={chosen[eye] ?? {}}
          onChoose={(one) => setChosen((all) => ({ ...all, [eye]: one }))}
        />
      ))}
      <label className="rd-note">
        <span>{t('note')}</span>
        <Input.TextArea
          value={note}
          maxLength={READING_NOTE_CHARS}
          autoSize={{ minRows: 2 }}
          onChange={(event) => setNote(event.target.value)}
        />
      </label>
      <Button type="primary" loading={busy} onClick={() => void sign()}>
        {t('sign')}
      </Button>
      <span className="soft"> {t('signHint')}</span>
    </>
  )
}

const STAGES = [0, 1, 2, 3, 4, null] as const

function EyeFields(props: { eye: Eye; chosen: Chosen; onChoose: (chosen: Chosen) => void }) {
  const { t } = useTranslation('readings')
  const { eye, chosen, onChoose } = props
  const isUnreadable = chosen.stage === null
  return (
    <fieldset className="rd-eye">
      <legend>{t(`eye.${eye}`)}</legend>
      <Radio.Group
        aria-label={`${eye} ${t('stage')}`}
        value={chosen.stage === null ? 'none' : chosen.stage}
        onChange={({ target }: { target: { value?: number | 'none' } }) =>
          onChoose(withStage(chosen, target.value === 'none' ? null : (target.value ?? null)))
        }
        options={STAGES.map((stage) => ({
          value: stage ?? 'none',
          label: t(`stages.${stage ?? 'none'}`),
        }))}
      />
      {(['oedema', 'glaucoma'] as const).map((field) => (
        <div key={field} className="rd-said">
          <span>{t(field)}</span>
          <Radio.Group
            aria-label={`${eye} ${t(field)}`}
            disabled={isUnreadable}
            value={chosen[field] ?? null}
            onChange={({ target }: { target: { value?: ReadEye['oedema'] } }) =>
              onChoose({ ...chosen, [field]: target.value })
            }
            options={SAID.map((value) => ({ value, label: t(`said.${value}`) }))}
          />
        </div>
      ))}
      <div className="rd-said">
        <span>{t('treated')}</span>
        <Select
          aria-label={`${eye} ${t('treated')}`}
          value={chosen.treated ?? 'none'}
          onChange={(treated) => onChoose({ ...chosen, treated })}
          options={READ_TREATMENTS.map((value) => ({ value, label: t(`treatments.${value}`) }))}
        />
      </div>
    </fieldset>
  )
}
