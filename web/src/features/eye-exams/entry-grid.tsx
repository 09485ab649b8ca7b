import {
  DRAFT_CHARS,
  enteredOf,
  EXAM_EYES,
  INDICATOR_KEYS,
  kindOf,
  readEntry,
  type Entries,
  type ExamEye,
  type IndicatorKey,
} from '@mingmou/contract'
import { Input } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { say } from '../../lib/texts/say.ts'

export interface Place {
  indicator: IndicatorKey
  eye: ExamEye
}
export const pathOf = ({ indicator, eye }: Place) => `record_detail.${indicator}.${eye}`

/**
 * Indicators below each other, OD and OS beside each other. In the document one eye follows the
 * other, so that Tab and Enter run down an eye.
 */
export function EntryGrid(props: {
  entered: Entries
  last: Entries | undefined
  /** Encoded messages by path. */
  faults: Partial<Record<string, string>>
  onEnter: (place: Place, entry: string) => void
  onLeave: (place: Place) => void
}) {
  const { t } = useTranslation('eye-exams')
  const id = useId()
  const row = (index: number) => ({ '--row': index + 2 }) as React.CSSProperties
  return (
    <div className={props.last ? 'exam-grid' : 'exam-grid exam-first'} onKeyDown={enterMovesOn}>
      {EXAM_EYES.map((eye) => (
        <strong key={eye} className={`exam-head exam-${eye}`}>
          {t(`eye.${eye}`)}
        </strong>
      ))}
      {INDICATOR_KEYS.map((indicator, index) => (
        <span key={indicator} className="exam-label" style={row(index)}>
          {t(`indicator.${indicator}`)}
        </span>
      ))}
      {EXAM_EYES.map((eye) => (
        <div key={eye} role="group" aria-label={t(`eye.${eye}`)} className="exam-eye">
          {INDICATOR_KEYS.map((indicator, index) => {
            const place = { indicator, eye }
            return (
              <div key={indicator} className={`exam-cell exam-${eye}`} style={row(index)}>
                <EntryInput
                  id={`${id}-${indicator}-${eye}`}
                  place={place}
                  entry={props.entered[indicator]?.[eye] ?? ''}
                  last={enteredOf(props.last ?? {}, indicator, eye)}
                  fault={props.faults[pathOf(place)]}
                  onEnter={(entry) => props.onEnter(place, entry)}
                  onLeave={() => props.onLeave(place)}
                />
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}

function EntryInput(props: {
  id: string
  place: Place
  entry: string
  last: string
  fault: string | undefined
  onEnter: (entry: string) => void
  onLeave: () => void
}) {
  const { t } = useTranslation('eye-exams')
  const { id, place, entry, last, fault } = props
  const name = `${t(`eye.${place.eye}`)} ${t(`indicator.${place.indicator}`)}`
  const common = {
    id,
    value: entry,
    maxLength: DRAFT_CHARS,
    autoComplete: 'off',
    'aria-label': name,
    'aria-invalid': fault !== undefined,
    ...(fault !== undefined && { status: 'error' as const, 'aria-describedby': `${id}-fault` }),
    onChange: ({ target }: { target: { value: string } }) => props.onEnter(target.value),
    onBlur: props.onLeave,
  }
  return (
    <>
      <div className="exam-entry">
        {kindOf(place.indicator) === 'text' ? (
          <Input.TextArea {...common} data-entry rows={1} />
        ) : (
          <Input
            {...common}
            data-entry
            suffix={<span className="soft">{meaning(place.indicator, entry)}</span>}
          />
        )}
        {last !== '' && (
          <button
            type="button"
            tabIndex={-1}
            className="exam-last"
            title={t('form.lastTime', { value: last })}
            aria-label={`${name} ${t('form.lastTime', { value: last })}`}
            onClick={() => props.onEnter(last)}
          >
            {last}
          </button>
        )}
      </div>
      {fault !== undefined && (
        <p id={`${id}-fault`} className="exam-fault">
          {say(fault)}
        </p>
      )}
    </>
  )
}

/** The unit, or the decimal of another notation. */
function meaning(indicator: IndicatorKey, entry: string): string {
  if (kindOf(indicator) === 'pressure') return 'mmHg'
  const value = readEntry(indicator, entry)
  const isSaid = value === null || Number(entry) === value || entry.trim() === value
  return isSaid ? '' : `= ${value}`
}

/** Enter moves on as Tab does. */
function enterMovesOn(event: React.KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'Enter') return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')]
  const at = all.findIndex((one) => one === event.target)
  if (at < 0) return
  event.preventDefault()
  all[at + 1]?.focus()
}
