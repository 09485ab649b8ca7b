import { enteredOf, EXAM_EYES, INDICATOR_KEYS, type Entries } from '@mingmou/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { type Place, pathOf } from './entry-place.ts'
import { EntryInput } from './entry-input.tsx'

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

/** Enter moves on as Tab does. */
function enterMovesOn(event: React.KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'Enter') return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')]
  const at = all.findIndex((field) => field === event.target)
  if (at < 0) return
  event.preventDefault()
  all[at + 1]?.focus()
}
