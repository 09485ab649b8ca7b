import { DmConditions, setDmConditions, SOMATOTYPES } from '@mingmou/contract'
import { Input, InputNumber, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/forms/field.tsx'
import { useAgreement } from '../../ui/dialogs/agreement.ts'
import { DateInput } from '../../ui/forms/date-input.tsx'
import { VersionedDialog } from '../../ui/dialogs/versioned-dialog.tsx'
import { conditionsChanged } from './queries.ts'
import { useShown } from './use-shown.ts'
import { FIELDS, PERIODS, UNITS } from './fields.ts'

/** A value outside is asked about before it is saved. */
const USUAL = { recently_fbg_value: [3, 25], recently_HbA1c_value: [4, 15] } as const

export function EditDialog({ record, onClose }: { record: DmConditions; onClose: () => void }) {
  const { t } = useTranslation('dm-conditions')
  const agreement = useAgreement()
  const shown = useShown()
  const agree = async (body: Record<string, unknown>) => {
    const unusual = Object.entries(USUAL).flatMap(([name, [least, most]]) => {
      const value = body[name]
      const isAsked = typeof value === 'number' && (value < least || value > most)
      return isAsked ? [`${t(`field.${name}`)} ${shown(name, value)}`] : []
    })
    return unusual.length === 0 || agreement('unusual.record', unusual.join(t('and')))
  }
  return (
    <VersionedDialog
      title={t('edit')}
      call={setDmConditions}
      id={{ pid: record.pid }}
      record={record}
      schema={DmConditions}
      labels={Object.fromEntries(FIELDS.map((name) => [name, t(`field.${name}`)]))}
      shown={shown}
      agree={agree}
      done={t('done')}
      fallback={t('saveFailed')}
      onDone={conditionsChanged}
      onClose={onClose}
    >
      {FIELDS.map((name) => (
        <Field key={name} name={name} label={t(`field.${name}`)}>
          {inputOf(name, (value) => t(`somatotype.${value}`))}
        </Field>
      ))}
    </VersionedDialog>
  )
}

function inputOf(name: (typeof FIELDS)[number], wordOf: (somatotype: number) => string) {
  if (PERIODS.includes(name)) return <DateInput partial />
  if (name.endsWith('_date')) return <DateInput />
  if (name === 'somatotype')
    return <Radio.Group options={SOMATOTYPES.map((value) => ({ value, label: wordOf(value) }))} />
  if (name === 'current_medication') return <Input.TextArea autoSize={{ minRows: 2, maxRows: 4 }} />
  return <InputNumber controls={false} suffix={UNITS[name]} style={{ width: '100%' }} />
}
