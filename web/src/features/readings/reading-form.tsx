import {
  READING_NOTE_CHARS,
  signReading,
  type Eye,
  type ReadEye,
  type ReadingRole,
} from '@mingmou/contract'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, showFailure } from '../../lib/calls/api.ts'
import { showSuccess, showWarning } from '../../lib/notices/notices.ts'
import { type Chosen, EyeFields } from './eye-fields.tsx'

type AllChosen = Partial<Record<Eye, Chosen>>

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
    if (readings.some(([, read]) => read === null)) {
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
          onChoose={(next) => setChosen((all) => ({ ...all, [eye]: next }))}
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
