import {
  drawnText,
  findingText,
  incomparableText,
  isAcuity,
  measureText,
  reasonText,
  UNIT_SYMBOLS,
  type Figure,
  type TrendChange,
  type TrendPoint,
} from '@mingmou/contract'
import type { TFunction } from 'i18next'
import { language } from '../../lib/texts/i18n.ts'

/** What a point says: the figure with its spread, an acuity below the chart, or why there is none. */
export function pointText(
  { unit, digits, repeats, chance }: Figure,
  { value, spread, word, reason, drawn }: TrendPoint,
) {
  if (word !== null) return word
  if (value === null) return reason === null ? '–' : reasonText(reason, language())
  const measure = { value, unit, digits, repeats, chance, confidence: { level: 0, spread } }
  const text = measureText(measure, language(), drawn !== null) ?? '–'
  return drawn ? drawnText({ unit, digits, repeats }, text, drawn, language()) : text
}

const signed = (value: number, digits: number) => {
  const text = value.toFixed(digits)
  return value > 0 ? `+${text}` : text.replace('-', '−')
}

/** The difference with its unit. Ten lines of a chart are one logarithmic unit of acuity. */
function byText(t: TFunction<'trends'>, figure: Figure, { by, unit }: TrendChange, value: number) {
  const difference = by ?? 0
  if (isAcuity(figure.key)) {
    const lines = 10 * Math.log10(value / (value - difference))
    return t('change.lines', { lines: signed(lines, 1) })
  }
  const digits = unit === figure.unit ? figure.digits : 2
  return `${signed(difference, digits)} ${UNIT_SYMBOLS[unit]}`.trim()
}

/** What a point says of the day before it; null where there is none. */
export function changeText(
  t: TFunction<'trends'>,
  figure: Figure,
  { change, value }: TrendPoint,
  dayOf: (visit: number) => string,
): string | null {
  if (!change || value === null) return null
  const day = dayOf(change.from)
  if (change.by === null) {
    const { reason } = change
    const why =
      reason === 'outdated' || reason === null
        ? findingText(language(), 'trend.outdated')
        : incomparableText(reason, language())
    return t('change.not', { day, why })
  }
  const by = byText(t, figure, change, value)
  if (change.limit === null) return t('change.unknown', { day, by })
  const digits = change.unit === figure.unit ? figure.digits : 2
  const limit = `${change.limit.toFixed(digits)} ${UNIT_SYMBOLS[change.unit]}`.trim()
  return t(change.changed ? 'change.changed' : 'change.within', { day, by, limit })
}
