import { DmConditions, setDmConditions, SOMATOTYPES } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Descriptions, Input, InputNumber, Radio, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDay, formatInstant } from '../../lib/texts/i18n.ts'
import { formatPeriod } from '../../lib/texts/period.ts'
import { Field } from '../../ui/forms/call-form.tsx'
import { Recorded } from '../../ui/lists/cells.tsx'
import { useAgreement } from '../../ui/dialogs/confirm.tsx'
import { DateInput } from '../../ui/forms/date-input.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { VersionedDialog } from '../../ui/dialogs/versioned-dialog.tsx'
import { conditionsChanged, conditionsQuery } from './queries.ts'

const FIELDS = [
  'onset_date',
  'diagnosis_date',
  'somatotype',
  'recently_fbg_date',
  'recently_fbg_value',
  'recently_HbA1c_date',
  'recently_HbA1c_value',
  'current_medication',
] as const
/** Days of which a patient may know the month or the year alone. */
const PERIODS: readonly string[] = ['onset_date', 'diagnosis_date']
const UNITS: Partial<Record<string, string>> = {
  recently_fbg_value: 'mmol/L',
  recently_HbA1c_value: '%',
}
/** A value outside is asked about before it is saved. */
const USUAL = { recently_fbg_value: [3, 25], recently_HbA1c_value: [4, 15] } as const

/** Diabetes of a patient. */
export function PatientConditions({ pid }: { pid: string }) {
  const { t } = useTranslation('dm-conditions')
  const query = useQuery(conditionsQuery(pid))
  const [edited, setEdited] = useState<DmConditions | null>(null)
  const { data } = query
  if (query.isError && !data) return <Failed title={t('failed')} query={query} />
  if (!data) return <Loading />
  return (
    <section className="panel">
      {data.older.length > 0 && (
        <Alert type="warning" showIcon className="patient-notice" title={t('merged')} />
      )}
      <Told
        title={t('title')}
        extra={<Button onClick={() => setEdited(data)}>{t('common:action.edit')}</Button>}
        told={data}
        isMerged={data.older.length > 0}
      />
      {data.older.map((told) => (
        <Told
          key={`${told.record?.ad_card_number} ${told.changed_at}`}
          title={t('older', { day: told.changed_at === null ? '' : formatDay(told.changed_at) })}
          told={told}
          newest={data}
          isMerged
        />
      ))}
      {edited && <EditDialog record={edited} onClose={() => setEdited(null)} />}
    </section>
  )
}

type Told = DmConditions['older'][number]

/** What one record says, and where it says another thing than the newest. */
function Told(props: {
  title: string
  extra?: React.ReactNode
  told: Told
  newest?: Told
  isMerged: boolean
}) {
  const { t } = useTranslation('dm-conditions')
  const shown = useShown()
  const { told, newest, isMerged } = props
  const differs = (name: (typeof FIELDS)[number]) =>
    newest !== undefined && told[name] !== null && told[name] !== newest[name]
  return (
    <>
      <Descriptions
        title={props.title}
        extra={props.extra}
        bordered
        size="small"
        styles={{ label: { width: '1.6rem' } }}
        column={{ xs: 1, md: 2 }}
        items={FIELDS.map((name) => ({
          key: name,
          label: t(`field.${name}`),
          children: (
            <span className="long-text">
              <Recorded text={told[name] === null ? null : shown(name, told[name])} />{' '}
              {differs(name) && <Tag color="warning">{t('differs')}</Tag>}
            </span>
          ),
          span: name === 'current_medication' ? 'filled' : 1,
        }))}
      />
      {told.changed_at !== null && (
        <p className="soft">
          {isMerged && told.record !== null && (
            <>
              {t('record', { name: told.record.name, card: told.record.ad_card_number })}
              {t('and')}
            </>
          )}
          {t('changed', { name: told.changed_by ?? '', time: formatInstant(told.changed_at) })}
        </p>
      )}
    </>
  )
}

/** A value as it is read, with its unit. */
function useShown() {
  const { t } = useTranslation('dm-conditions')
  return (name: string, value: unknown) =>
    name === 'somatotype'
      ? t(`somatotype.${String(value)}`)
      : PERIODS.includes(name)
        ? formatPeriod(String(value))
        : [value, UNITS[name]].filter(Boolean).join(' ')
}

function EditDialog({ record, onClose }: { record: DmConditions; onClose: () => void }) {
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
