import { firstDayOf } from '@mingmou/contract'
import { language } from './i18n.ts'

/** A day as it is stored; a month or a year alone in words, so that nobody takes it for cut off. */
export function formatPeriod(period: string): string {
  if (period.length === 10) return period
  const part = period.length === 4 ? ({ year: 'numeric' } as const) : MONTH
  return new Intl.DateTimeFormat(language(), { ...part, timeZone: 'UTC' }).format(
    new Date(`${firstDayOf(period)}T00:00:00Z`),
  )
}
const MONTH = { year: 'numeric', month: 'long' } as const
