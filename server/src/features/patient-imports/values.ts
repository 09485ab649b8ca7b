import {
  calendarDay,
  GENDER,
  Identifiers,
  message,
  NO_HISTORY,
  PatientInput,
  professionName,
  PROFESSIONS,
  type Identifier,
} from '@mingmou/contract'
import type { Cell } from '../../platform/sheets/sheet.ts'
import type { RowFault } from '../../platform/database/tables/import.ts'
import { areaNamed } from '../site/areas.ts'
import { NUMBERS, textOf, type Column } from './columns.ts'

export interface Person {
  /** What the row says; an empty cell says nothing. */
  given: Partial<Omit<PatientInput, 'identifiers'>> & { identifiers?: Identifier[] }
  faults: RowFault[]
}

type Read = { value: unknown } | { fault: string }

const SEXES: Record<string, 1 | 2> = {
  男: GENDER.male,
  男性: GENDER.male,
  m: GENDER.male,
  male: GENDER.male,
  '1': GENDER.male,
  女: GENDER.female,
  女性: GENDER.female,
  f: GENDER.female,
  female: GENDER.female,
  '2': GENDER.female,
}
const NONE = ['无', '否认', 'none', 'nil', 'no', 'nka', 'nkda']

/** Before what a spreadsheet would take for a formula programs write an apostrophe (`platform/csv.ts`). */
export const withoutGuard = (text: string) => text.replace(/^'(?=\s*[=+\-@＝＋－＠])/u, '')

const plain = (text: string) => text.normalize('NFKC').trim()

/** A number of a person as text: one that a spreadsheet stored as a number may have lost its zeros or its end. */
export function numberIn(cell: Cell): Read {
  if (typeof cell !== 'string') return { fault: 'row_stored' }
  if (/^\d(\.\d+)?E\+?\d+$/i.test(cell)) return { fault: 'row_exponent' }
  return { value: plain(cell) }
}

/** Several of a kind stand behind each other, parted by semicolons. */
function numbersIn(cell: Cell): { values: string[] } | { fault: string } {
  const read =
    typeof cell === 'string'
      ? cell.split(/[;；]/).map((part) => numberIn(part.trim()))
      : [numberIn(cell)]
  const fault = read.find((result) => 'fault' in result)
  if (fault !== undefined && 'fault' in fault) return fault
  return { values: read.flatMap((result) => ('value' in result ? [String(result.value)] : [])) }
}

/** Of a mobile number nothing is lost: it begins with 1 and has eleven digits. */
function phoneIn(cell: Cell): Read {
  if (typeof cell !== 'string')
    return /^1[3-9]\d{9}$/.test(String(Number(cell.stored)))
      ? { value: String(Number(cell.stored)) }
      : { fault: 'row_stored' }
  const text = plain(cell)
  const close = text.replaceAll(/[\s-]/g, '')
  return /^1[3-9]\d{9}$/.test(close) ? { value: close } : { value: text }
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const two = (text: string | number) => String(text).padStart(2, '0')

/** A day in the ways that clinics write a birthday. Where day and month could be each other a person has to say. */
export function birthdayIn(cell: Cell): Read {
  if (typeof cell !== 'string' && cell.day !== null) return { value: cell.day }
  const text = plain(textOf(cell)).replace(/[T ]0{1,2}:00(:00(\.0+)?)?$/, '')
  const day = (year: string, month: string | number, date: string | number): Read => {
    const found = calendarDay(year, two(month), two(date))
    return found === undefined ? { fault: 'row_birthday' } : { value: found }
  }
  const first = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})日?$/.exec(text)
  if (first) return day(first[1] ?? '', first[2] ?? '', first[3] ?? '')
  const close = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  if (close) return day(close[1] ?? '', close[2] ?? '', close[3] ?? '')
  const named =
    /^(\d{1,2})[\s-]+([a-z]{3})[a-z]*[\s,-]+(\d{4})$/i.exec(text) ??
    /^(?<month>[a-z]{3})[a-z]*\s+(?<date>\d{1,2}),?\s+(?<year>\d{4})$/i.exec(text)
  if (named) {
    const { date = named[1], month = named[2], year = named[3] } = named.groups ?? {}
    return day(year ?? '', MONTHS.indexOf((month ?? '').toLowerCase()) + 1, date ?? '')
  }
  const last = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text)
  if (!last) return { fault: 'row_birthday' }
  const [, one = '', other = '', year = ''] = last
  if (Number(one) > 12 || one === other) return day(year, other, one)
  if (Number(other) > 12) return day(year, one, other)
  return { fault: message('row_birthday_ambiguous', text) }
}

const PROFESSION_BY_NAME = new Map(
  PROFESSIONS.flatMap((code) => [
    [code, code] as const,
    [professionName(code, 'zh-CN'), code] as const,
    [professionName(code, 'en').toLowerCase(), code] as const,
  ]),
)

const READ: Partial<Record<Column, (cell: Cell) => Read>> = {
  number: numberIn,
  phone: phoneIn,
  birthday: birthdayIn,
  gender: (cell) => {
    const value = SEXES[plain(textOf(cell)).toLowerCase()]
    return value === undefined ? { fault: 'row_sex' } : { value }
  },
  profession: (cell) => {
    const value = PROFESSION_BY_NAME.get(textOf(cell).trim().toLowerCase())
    return value === undefined ? { fault: 'row_profession' } : { value }
  },
  area: (cell) => {
    const value = areaNamed(textOf(cell))
    return value === undefined ? { fault: 'row_area' } : { value }
  },
}
for (const column of ['allergic_history', 'operation_history'] as const)
  READ[column] = (cell) => {
    const text = textOf(cell).trim()
    return { value: NONE.includes(text.toLowerCase()) ? NO_HISTORY : text }
  }

const FIELDS = {
  number: 'ad_card_number',
  name: 'name',
  gender: 'gender',
  birthday: 'birthday',
  phone: 'phone',
  profession: 'profession',
  area: 'area_id',
  address: 'address',
  allergic_history: 'allergic_history',
  operation_history: 'operation_history',
} as const satisfies Partial<Record<Column, keyof PatientInput>>

/** What a row says of a patient, and what is wrong with its cells. */
export function readPerson(columns: ReadonlyMap<Column, number>, cells: readonly Cell[]): Person {
  const given: Person['given'] = {}
  const faults: RowFault[] = []
  const cellOf = (column: Column) => {
    const place = columns.get(column)
    const cell = place === undefined ? undefined : cells[place]
    if (textOf(cell).trim() === '') return undefined
    return typeof cell === 'string' ? withoutGuard(cell) : cell
  }
  for (const [column, field] of Object.entries(FIELDS) as [
    keyof typeof FIELDS,
    keyof PatientInput,
  ][]) {
    const cell = cellOf(column)
    if (cell === undefined) continue
    const read = READ[column]?.(cell) ?? { value: textOf(cell) }
    if ('fault' in read) faults.push([column, read.fault])
    else {
      const checked = PatientInput.shape[field].safeParse(read.value, { reportInput: true })
      if (checked.success) Object.assign(given, { [field]: checked.data })
      else faults.push([column, checked.error.issues[0]?.message ?? 'invalid'])
    }
  }
  const identifiers = NUMBERS.flatMap((kind) => {
    const cell = cellOf(kind)
    if (cell === undefined) return []
    const read = numbersIn(cell)
    const all = 'fault' in read ? [] : read.values.map((value) => ({ kind, value, issuer: '' }))
    const checked = Identifiers.safeParse(all)
    if ('fault' in read) faults.push([kind, read.fault])
    else if (!checked.success) faults.push([kind, checked.error.issues[0]?.message ?? 'invalid'])
    return checked.data ?? []
  })
  return { given: identifiers.length > 0 ? { ...given, identifiers } : given, faults }
}
