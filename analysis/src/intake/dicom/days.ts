import { calendarDay, isNoBirthday, isNoPictureDay, today } from '@mingmou/contract'

/** What an element says of a day: the day, nothing, or something that is no day. */
export interface SaidDay {
  /** `YYYY-MM-DD`; of a birthday also `YYYY` or `YYYY-MM`. '' where none is said. */
  day: string
  /** There is something, and it is no day of the calendar. */
  unread: boolean
}

const NOT_SAID: SaidDay = { day: '', unread: false }
const UNREAD: SaidDay = { day: '', unread: true }
const isZero = (digits: string) => /^(\d)\1*$/.test(digits)

/** The digits of a day and of a time that may follow; separators of old and wrong files are left out. */
function partsOf(text: string) {
  const plain = text.trim()
  const [, date = '', time = '', offset = ''] =
    /^(\d{4}(?:[-./]?\d{2}){0,2})[T ]?((?::?\d{2}){0,3})(?:[.,]\d*)? ?(Z|[+-]\d{2}:?\d{2})?$/.exec(
      plain,
    ) ?? []
  return { plain, date: date.replace(/\D/g, ''), time: time.replace(/\D/g, ''), offset }
}

/** A birthday, or as much of it as is known. */
export function birthdayOf(text: string): SaidDay {
  const { plain, date } = partsOf(text)
  if (/^\D*$/.test(plain) && !/\p{L}/u.test(plain)) return NOT_SAID
  const [year, month, day] = [date.slice(0, 4), date.slice(4, 6), date.slice(6, 8)]
  if (isZero(plain.replace(/\D/g, ''))) return NOT_SAID
  if (year === '') return UNREAD
  // A year alone, or with its month: the rest is not known, which some programs write as 00.
  const known =
    month === '' || month === '00' ? year : day === '' || day === '00' ? `${year}-${month}` : ''
  if (known !== '') {
    const first = calendarDay(year, month === '' || month === '00' ? '01' : month, '01')
    if (first === undefined) return UNREAD
    return first <= '1900-01-01' || first >= '9999' ? NOT_SAID : { day: known, unread: false }
  }
  const whole = calendarDay(year, month, day)
  if (whole === undefined) return UNREAD
  return isNoBirthday(whole) ? NOT_SAID : { day: whole, unread: false }
}

/** Shanghai's offset from UTC, min: the days of this program are days there. */
const HERE = 480

/** Minutes; undefined for none or one that no place has. */
function offsetOf(text: string): number | undefined {
  if (text === 'Z') return 0
  const [, sign, hours = '', minutes = ''] = /^([+-])(\d{2}):?(\d{2})$/.exec(text.trim()) ?? []
  const size = Number(hours) * 60 + Number(minutes)
  if (sign === undefined || Number(minutes) > 59) return undefined
  const offset = sign === '-' ? -size : size
  return offset < -720 || offset > 840 ? undefined : offset
}

/**
 * The day of a picture in Shanghai. `date` may hold time and offset; else `time` and `zone`, the offset that the file
 * states for all its times. Without a time, a day elsewhere is one of two here: it counts as not read.
 */
export function pictureDayOf(date: string, time: string, zone: string): SaidDay {
  const said = partsOf(date)
  if (isZero(said.plain.replace(/\D/g, ''))) return NOT_SAID
  if (said.plain.replace(/[^\p{L}\d]/gu, '') === '') return NOT_SAID
  const { date: digits } = said
  const day = calendarDay(digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8))
  if (day === undefined) return UNREAD
  if (isNoPictureDay(day)) return NOT_SAID
  const offset = offsetOf(said.offset) ?? offsetOf(zone)
  if (offset === undefined || offset === HERE) return { day, unread: false }
  const moment = momentOf(day, said.time || time.trim().replaceAll(':', ''))
  if (moment === undefined) return UNREAD
  return { day: today(new Date(moment - offset * 60_000)), unread: false }
}

/** The time of a day as if it were UTC, ms. */
function momentOf(day: string, time: string): number | undefined {
  const [, hours = '', minutes = '00'] = /^(\d{2})(\d{2})?/.exec(time) ?? []
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return undefined
  return Date.parse(`${day}T${hours}:${minutes}:00Z`)
}
