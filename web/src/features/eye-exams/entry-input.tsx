import { DRAFT_CHARS, kindOf, readEntry, type IndicatorKey } from '@mingmou/contract'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { say } from '../../lib/texts/say.ts'
import type { Place } from './entry-place.ts'

export function EntryInput(props: {
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
