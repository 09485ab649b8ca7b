/** A day of the calendar as `YYYY-MM-DD`; undefined where the calendar has no such day. */
export function calendarDay(year: string, month: string, day: string): string | undefined {
  const date = `${year}-${month}-${day}`
  // The database has no year 0.
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(date)) return undefined
  const time = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(time)) return undefined
  return new Date(time).toISOString().startsWith(date) ? date : undefined
}

/** Days that programs write where they know none: the zero of their clocks and empty fields. */
const ZEROS = ['1970-01-01', '1980-01-01']

/** Whether a day stands for none: a digit repeated, before 1900 or its first day, the last year that fits. */
export const isNoBirthday = (date: string): boolean =>
  date <= '1900-01-01' || date >= '9999' || /^(\d)\1{3}-\1\1-\1\1$/.test(date)

/** The same of the day of a picture: no clock that was set says the zero of clocks. */
export const isNoPictureDay = (date: string): boolean => isNoBirthday(date) || ZEROS.includes(date)

/** The day that is a number of days or months after another; in a shorter month its last day. */
export function dayAfter(
  day: string,
  { days = 0, months = 0 }: { days?: number; months?: number },
) {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const then = Date.UTC(year, month - 1 + months, Math.min(date, last) + days)
  return new Date(then).toISOString().slice(0, 10)
}
