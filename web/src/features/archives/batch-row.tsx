import { PastDate, type BatchFile } from '@mingmou/contract'
import { Button, Checkbox, Popover, Radio, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { diagnosisPath } from '../../paths.ts'
import { say } from '../../lib/texts/say.ts'
import { useModality } from '../../modalities/use-modality.ts'
import { DateInput } from '../../ui/forms/date-input.tsx'
import { isReady, type Given, type Refused } from './batch-filing.ts'

export interface RowProps {
  row: BatchFile
  chosen: boolean
  current: boolean
  filing: boolean
  refused: Refused | undefined
  /** A repeated photograph is filed all the same. */
  kept: boolean
  place: (element: HTMLElement | null) => void
  onFocus: () => void
  onChoose: () => void
  onSet: (given: Given) => void
  onPatient: () => void
  /** The patient is registered by what the file says. */
  onAdd: () => void
  onKeep: (kept: boolean) => void
  onDrop: () => void
}

/** One file: its picture, what it says of patient, eye and day, how each was found, and where it was filed. */
export function BatchRow(props: RowProps) {
  const { t } = useTranslation('batch')
  const { row, place, current } = props
  const open = row.filed === null && !props.filing
  return (
    <li
      className="batch-row"
      ref={place}
      tabIndex={current ? 0 : -1}
      aria-label={row.file_name}
      data-filed={row.filed !== null}
      onFocus={props.onFocus}
    >
      <Checkbox
        checked={props.chosen}
        disabled={!open}
        aria-label={t('choose', { name: row.file_name })}
        tabIndex={-1}
        onChange={props.onChoose}
      />
      <Popover
        trigger="click"
        placement="right"
        content={<img className="batch-large" src={row.thumb_url} alt={row.file_name} />}
      >
        <button
          type="button"
          className="batch-thumb"
          tabIndex={-1}
          aria-label={t('enlarge', { name: row.file_name })}
        >
          <img src={row.thumb_url} alt="" loading="lazy" />
        </button>
      </Popover>
      <div className="batch-file">
        <span className="ellipsis" title={row.file_name}>
          {row.file_name}
        </span>
        <State {...props} />
      </div>
      <PatientCell {...props} open={open} />
      <div className="batch-cell">
        {open ? (
          <Radio.Group
            size="small"
            optionType="button"
            aria-label={t('eyeOf', { name: row.file_name })}
            options={['OD', 'OS']}
            value={row.eye}
            onChange={({ target }) => props.onSet({ eye: target.value as 'OD' | 'OS' })}
          />
        ) : (
          <strong>{row.eye}</strong>
        )}
        <FoundBy row={row} part="eye" />
      </div>
      <div className="batch-cell">
        {open ? (
          <DayInput
            key={row.record_date}
            label={t('dateOf', { name: row.file_name })}
            value={row.record_date}
            onSet={(record_date) => props.onSet({ record_date })}
          />
        ) : (
          <span>{row.record_date}</span>
        )}
        <FoundBy row={row} part="record_date" />
      </div>
    </li>
  )
}

function State(props: RowProps) {
  const { t } = useTranslation('batch')
  const { tab } = useModality()
  const { row, refused } = props
  if (row.filed !== null) {
    const { pid } = row.patient ?? {}
    const target = { tab, image_id: row.filed, ...(pid !== undefined && { pid }) }
    return (
      <span className="batch-filed">
        {t('state.filed')} <a href={`#${diagnosisPath(target)}`}>{t('open')}</a>
      </span>
    )
  }
  if (props.filing) return <span role="status">{t('state.filing')}</span>
  const repeated = refused?.repeated === true || row.known !== null
  return (
    <>
      {refused && !props.kept && (
        <span role="alert" className="batch-problem">
          {t('failed', { reason: say(refused.reason) || t('interrupted') })}
        </span>
      )}
      {row.evidence.other_kind !== null && (
        <span role="alert" className="batch-problem">
          {t('otherKind', { kind: row.evidence.other_kind })}
        </span>
      )}
      {repeated && (
        <span role="alert" className="batch-problem">
          {row.known
            ? t('known', { name: row.known.name, date: row.known.record_date })
            : t('twice')}{' '}
          <Checkbox checked={props.kept} onChange={({ target }) => props.onKeep(target.checked)}>
            {t('keep')}
          </Checkbox>
        </span>
      )}
      <span className="soft">
        {t(isReady(row) ? 'state.ready' : 'state.open')}{' '}
        <Button type="link" size="small" onClick={props.onDrop}>
          {t('drop')}
        </Button>
      </span>
    </>
  )
}

function PatientCell({ row, open, onSet, onPatient, onAdd }: RowProps & { open: boolean }) {
  const { t } = useTranslation('batch')
  const { patient, evidence, suggestions } = row
  const { number, name, birthday, name_set } = evidence.said
  const said = [number, name, birthday].filter((one) => one !== '').join(' · ')
  return (
    <div className="batch-cell">
      {patient ? (
        <strong className="ellipsis" title={patient.name}>
          {patient.name}
        </strong>
      ) : (
        suggestions.map((one) => (
          <Button key={one.pid} size="small" onClick={() => onSet({ pid: one.pid })}>
            {t('confirm', { ...one })}
          </Button>
        ))
      )}
      {patient && (
        <span className="soft">
          {patient.ad_card_number} · {t(`gender.${patient.gender}`)} · {patient.birthday}
        </span>
      )}
      {said !== '' && evidence.patient.left !== null && (
        <span className="soft">{t('said', { said })}</span>
      )}
      {name_set !== undefined && <span className="soft">{t('name_set', { set: name_set })}</span>}
      <FoundBy row={row} part="patient" />
      {open && (
        <Button type="link" size="small" className="batch-link" onClick={onPatient}>
          {t(patient ? 'patient.change' : 'patient.choose')}
        </Button>
      )}
      {open && !patient && (
        <Button type="link" size="small" className="batch-link" onClick={onAdd}>
          {t('patient.add')}
        </Button>
      )}
    </div>
  )
}

/** How a value was found; why it was not, where nobody has set it. */
function FoundBy({ row, part }: { row: BatchFile; part: 'patient' | 'eye' | 'record_date' }) {
  const { t } = useTranslation('batch')
  const { by, left } = row.evidence[part]
  if (by !== null) return <Tag>{t(`by.${by}`)}</Tag>
  return left === null ? null : <span className="batch-problem">{t(`left.${part}.${left}`)}</span>
}

/** Keeps what is typed until it is a day that is not to come. */
export function DayInput(props: {
  label: string
  value: string | null
  onSet: (day: string) => void
}) {
  const [typed, setTyped] = useState(props.value ?? '')
  const take = (day: string) => {
    setTyped(day)
    if (day !== props.value && PastDate.safeParse(day).success) props.onSet(day)
  }
  return (
    <span role="group" aria-label={props.label}>
      <DateInput value={typed} onChange={take} />
    </span>
  )
}
