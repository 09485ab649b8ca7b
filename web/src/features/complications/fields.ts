import { formatPeriod } from '../../lib/texts/period.ts'

export const FIELDS = ['disease_type', 'start_date', 'end_date', 'treat_plan'] as const

/** A value as it is read: a year or a month is no day that was cut off. */
export const readValue = (name: string, value: string | null) =>
  name.endsWith('_date') && value ? formatPeriod(value) : (value ?? '')
