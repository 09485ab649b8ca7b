import { z } from 'zod'
import {
  EMAIL_CHARS,
  IMAGE_LIMITS,
  MAX_PAGE,
  MAX_PAGE_SIZE,
  PAGE_SIZE,
  PROFESSIONS,
  THUMBNAIL_SIZE,
} from './constants.ts'
import { calendarDay } from './days.ts'
import { message, type MessageKey } from './messages.ts'
import { cleanName, NAME_LENGTH, nameProblem } from './person-names.ts'

/** PostgreSQL keeps no U+0000. UTF-8 cannot write half a surrogate pair. */
const isStorable = (value: string) => !value.includes('\0') && !/\p{Surrogate}/u.test(value)

/** The checks of every text: first its length, then whether its characters can be stored. */
export const bounded = (text: z.ZodString, max: number, tooLong = message('max_chars', max)) =>
  text.max(max, { error: tooLong, abort: true }).refine(isStorable, 'characters')

/** Turn what follows around, or have no shape: a reader would see another text than is stored. U+0000 is refused. */
const MISLEADING = /[\u202a-\u202e\u2066-\u2069]|(?![\0\t\n\r])\p{Cc}/gu
/** A text that a person writes, without what misleads its readers. */
const written = (error?: string) =>
  z
    .string(error)
    .overwrite((text) => text.replace(MISLEADING, ''))
    .trim()

/** A text that may be empty, at most `max` characters. */
export const freeText = (max: number, error?: string) => bounded(written(error), max)
/** A required text: not empty, at most `max` characters. */
export const required = (max: number) => bounded(written().min(1, 'required'), max)

const matching = (pattern: RegExp, key: MessageKey, max: number) =>
  bounded(z.string().trim().min(1, 'required'), max, key).refine(
    (value) => value === '' || pattern.test(value),
    key,
  )

export const Id = z.guid('wrong_type').max(36, 'wrong_type').toLowerCase()
export const Email = matching(
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/,
  'email_format',
  EMAIL_CHARS,
)
/** Mobile or landline with optional country prefix and extension. */
export const Phone = matching(
  /^(?:(?:(?:\+|00)\d{1,3}[- ]?)?1[3-9]\d{9}|(?:(?:\+|00)\d{1,3}[- ]?\(?0?\d{2,3}\)?[- ]?|\(?0\d{2,3}\)?[- ]?)?[2-9]\d{6,7}(?:-\d{1,6})?)$/,
  'phone_format',
  32,
)
export const Username = matching(/^[A-Za-z0-9]{1,32}$/, 'username_format', 32)
/** Blanks are cleaned; a character that a name may not hold is named. */
export const PersonName = z
  .string()
  .overwrite(cleanName)
  .min(1, 'required')
  .max(2 * NAME_LENGTH, { error: 'name_format', abort: true })
  .refine((value) => value === '' || nameProblem(value) === undefined, {
    error: ({ input }) => nameProblem(String(input)) ?? 'name_format',
  })
/** A code from a mail. */
export const EmailCode = matching(/^\d{6}$/, 'code_format', 6)
export const CardNumber = matching(/^[A-Za-z0-9-]{1,32}$/, 'card_format', 32)

const CLASSES = [/\d/, /[a-z]/, /[A-Z]/, /[^\dA-Za-z]/]
/** A new password: 8-16 characters, no whitespace, at least two of the four classes. */
export const NewPassword = bounded(
  z.string().min(1, 'required'),
  32,
  message('password_format'),
).refine(
  (value) =>
    value === '' ||
    (/^\S{8,16}$/u.test(value) && CLASSES.filter((pattern) => pattern.test(value)).length >= 2),
  'password_format',
)
/** A password that is tried. Only its length is checked. */
export const GivenPassword = bounded(z.string().min(1, 'required'), 128)

/** Today in Asia/Shanghai, `YYYY-MM-DD`. */
export function today(now: Date = new Date()): string {
  return new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
}

/** Date and time to the minute, in Asia/Shanghai. */
export function minuteOf(instant: string): string {
  const there = new Date(Date.parse(instant) + 8 * 3_600_000).toISOString()
  return `${there.slice(0, 10)} ${there.slice(11, 16)}`
}

function isDate(value: string): boolean {
  const [year = '', month = '', day = ''] = value.split('-')
  return calendarDay(year, month, day) === value && value >= '1900'
}

/** A calendar day, not later than the end of today. */
export const PastDate = bounded(z.string().min(1, 'required'), 10, 'date_format')
  .refine((value) => value === '' || isDate(value), 'date_format')
  .refine((value) => !isDate(value) || value <= today(), 'date_future')
/** A day, or the month or year alone where no more is known. */
export const PastPeriod = bounded(z.string().min(1, 'required'), 10, 'period_format')
  .refine((value) => value === '' || isPeriod(value), 'period_format')
  .refine((value) => !isPeriod(value) || value <= today().slice(0, value.length), 'date_future')
const isPeriod = (value: string) => isDate(firstDayOf(value))

/** The first day of a year, a month or a day. */
export const firstDayOf = (period: string): string =>
  /^\d{4}(-\d{2})?$/.test(period) ? `${period}-01-01`.slice(0, 10) : period

/** The last day of a year, a month or a day. */
export function lastDayOf(period: string): string {
  if (!/^\d{4}(-\d{2})?$/.test(period)) return period
  const [year = '', month = '12'] = period.split('-')
  return new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10)
}

/** Whether a period is over before another begins; a part that one of them lacks decides nothing. */
export function isBefore(one: string, other: string): boolean {
  const known = Math.min(one.length, other.length)
  return one.slice(0, known) < other.slice(0, known)
}
export const SearchDate = bounded(z.string(), 10, 'date_format').refine(
  (value) => value === '' || isDate(value),
  'date_format',
)
/** A calendar day, today or later. */
export const ComingDate = bounded(z.string().min(1, 'required'), 10, 'date_format')
  .refine((value) => value === '' || isDate(value), 'date_format')
  .refine((value) => !isDate(value) || value >= today(), 'date_past')
/** A search by a day that is over or today. */
export const PastSearchDate = SearchDate.refine(
  (value) => !isDate(value) || value <= today(),
  'date_future',
)

/** The end of a period is not before its start. Either may be missing. */
export const withDates = <
  Body extends z.ZodType<{ start_date?: string | undefined; end_date?: string | undefined }>,
>(
  schema: Body,
): Body =>
  schema.refine(
    ({ start_date, end_date }) => !start_date || !end_date || !isBefore(end_date, start_date),
    { error: 'date_end_before_start', path: ['end_date'] },
  )

const AreaCode = bounded(z.string().regex(/^\d{6}$/, 'wrong_type'), 6, 'wrong_type')
export const AreaId = z.array(AreaCode).min(1, 'required').max(3, 'wrong_type')
/** A search by area: a province, a city or a district. An empty filter finds all. */
export const AreaFilter = z.array(AreaCode).max(3, 'wrong_type').optional()
export const Profession = z.enum(PROFESSIONS, 'not_allowed')
export const Gender = z.union([z.literal(1), z.literal(2)], 'not_allowed')

export const page = {
  page: z.int('wrong_type').min(1, 'out_of_range').max(MAX_PAGE, 'out_of_range').default(1),
  size: z
    .int('wrong_type')
    .min(1, 'out_of_range')
    .max(MAX_PAGE_SIZE, 'out_of_range')
    .default(PAGE_SIZE),
}
/** A search filter. It may be empty or missing. */
export const filter = (max: number) => freeText(max).optional()

const side = z
  .int('wrong_type')
  .min(16, 'out_of_range')
  .max(1024, 'out_of_range')
  .default(THUMBNAIL_SIZE)
/** Size of the thumbnails; `weight` is the width. */
export const thumbnail = { weight: side, height: side }
export const Order = z.enum(['1', '2'], 'not_allowed').default('1')

/** Free text of at most 64 characters. */
export const shortText = required(64)

export const UploadKey = bounded(z.string().min(1, 'required'), 250)
export const UploadKeys = z.array(UploadKey).max(IMAGE_LIMITS.perArchive, 'images_count')
export const FilesPath = UploadKeys.min(1, 'images_count')

/** SHA-256 as hexadecimal digits. */
export const Sha256 = bounded(z.string().regex(/^[0-9a-f]{64}$/, 'wrong_type'), 64, 'wrong_type')

/** The place of an image in its archive, from 0. */
export const ImageIndex = z
  .int('wrong_type')
  .min(0, 'out_of_range')
  .max(IMAGE_LIMITS.perArchive - 1, 'out_of_range')

/** The page of a list and the total of its rows. With `total_more` there are more rows than were counted. */
export const total = { page: z.int(), total_count: z.int(), total_more: z.boolean().optional() }

/** What every list answers. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ ...total, rows: z.array(row) })

export const Instant = z.iso.datetime()

/**
 * Ours. The version that a change or a deletion began from. A record that was changed since is refused
 * with what is stored. Without a version only a record that the caller changed last is changed.
 */
export const Version = z.int('wrong_type').min(0, 'out_of_range').max(MAX_PAGE).optional()
/** What an answer says of the last change of a record. */
export const changeable = { version: z.int(), changed_by: z.string(), changed_at: Instant }

/** `data` of a refused change: the record as it is stored now. */
export const changedMeanwhile = <Row extends z.ZodType>(row: Row) => z.object({ stored: row })

/** The meaning of each value, in the reader's language: `{ "1": "…" }`. */
export const StatusMap = z.record(z.string(), z.string())
export const Status = z.union([z.literal(1), z.literal(2)], 'not_allowed')
/** A search by status. An empty filter finds both. */
export const StatusFilter = z
  .union([z.literal(1), z.literal(2), z.literal('')], 'not_allowed')
  .optional()
