import { Checkbox, Popover, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { FoundBy, PatientCell } from './patient-cell.tsx'
import type { RowProps } from './row-props.ts'
import { BatchSource, BatchState } from './state.tsx'
import { DayInput } from './day-input.tsx'

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
        <BatchSource row={row} />
        <BatchState {...props} />
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
