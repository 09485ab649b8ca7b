import { PastDate, type BatchFile } from '@mingmou/contract'
import { Button, Checkbox, Popover, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { diagnosisPath } from '../../paths.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { say } from '../../lib/texts/say.ts'
import { useModality } from '../../modalities/use-modality.ts'
import { DateInput } from '../../ui/forms/date-input.tsx'
import { isReady } from './batch-filing.ts'
import { FoundBy, PatientCell } from './batch-patient-cell.tsx'
import type { RowProps } from './batch-row-props.ts'
import { TakeBackButton } from './take-back-button.tsx'

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
        <Source row={row} />
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

/** Which device sent the file, and when. What the reader uploaded says nothing: a line less lets a row more be seen. */
function Source({ row: { device, received_at } }: { row: BatchFile }) {
  const { t } = useTranslation('batch')
  if (device === null) return null
  return (
    <span className="soft ellipsis">
      {t('source.device', { name: device })} · {formatInstant(received_at)}
    </span>
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
        {row.revocable && (
          <TakeBackButton rid={row.filed} name={row.patient?.name ?? row.file_name} />
        )}
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
      {row.ordered !== null && (
        <span role="alert" className="batch-problem">
          {t('ordered', { ...row.ordered })}
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
