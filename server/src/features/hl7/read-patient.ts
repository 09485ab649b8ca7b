import {
  CardNumber,
  nationalId,
  PatientInput,
  type Identifier,
  type PatientInput as Patient,
} from '@mingmou/contract'
import type { Repetition, Segment } from '../../platform/hl7/message.ts'
import type { Hl7Said } from '../../platform/database/tables/hl7.ts'
import { invalid } from '../../http/refusal.ts'

/** Types of a number (HL7 table 0203) that is the patient's for the hospital as a whole; the first is the card number. */
const OF_PATIENT = ['MR', 'PI', 'PT', '']
const NATIONAL = ['NI', 'NNCHN']

/** Where a field of a patient stands in PID. */
const PLACES: Readonly<Record<string, string>> = {
  ad_card_number: 'PID-3',
  identifiers: 'PID-3',
  name: 'PID-5',
  birthday: 'PID-7',
  gender: 'PID-8',
  address: 'PID-11',
  phone: 'PID-13',
}
export const placeOf = (field: string): string => PLACES[field] ?? field

/** The card number: the first one of the first of these types that is there. */
export function numberOf(all: readonly Repetition[]): string {
  const said = all.filter((repetition) => repetition.text() !== '')
  for (const type of OF_PATIENT) {
    const found = said.find((repetition) => repetition.text(5) === type)
    if (found) return found.text()
  }
  return ''
}

const HAN = /\p{Script=Han}/u

/** In Chinese characters where one of the names is; those have no blank within. */
function nameOf(all: readonly Repetition[]): string {
  const names = all.map((repetition) => {
    const [family, given, middle] = [repetition.text(1), repetition.text(2), repetition.text(3)]
    return HAN.test(family + given)
      ? `${family}${given}`
      : [given, middle, family].filter((part) => part !== '').join(' ')
  })
  return names.find((name) => HAN.test(name)) ?? names[0] ?? ''
}

/** A day, with or without a time after it. What is no day stays as it is, and is refused as one. */
export const dayOf = (text: string): string =>
  /^\d{8}/.test(text) ? `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}` : text

const GENDERS: Readonly<Record<string, 1 | 2>> = { M: 1, F: 2, '1': 1, '2': 2 }

/** Whom a message is about, as it stands there. It is kept and shown, and may be wrong. */
export function saidOf(pid: Segment | undefined, mrg: Segment | undefined): Hl7Said {
  if (!pid) return { number: '', name: '', birthday: '' }
  const short = (text: string) => Array.from(text).slice(0, 64).join('')
  const said = {
    number: short(numberOf(pid.all(3))),
    name: short(nameOf(pid.all(5))),
    birthday: short(dayOf(pid.text(7))),
  }
  return mrg ? { ...said, other: short(numberOf(mrg.all(1))) } : said
}

interface ReadPatient {
  patient: Patient
  /** Fields that may be missing, and that do not fit. */
  leftOut: string[]
}

/** The patient of a PID segment. What a patient needs and is missing or no such value is refused at its field. */
export function readPatient(pid: Segment): ReadPatient {
  const home = pid.all(13)[0]
  const [street, other, city, province] = [1, 2, 3, 4].map((part) => pid.text(11, part))
  const { numbers, wrong } = nationalIn(pid)
  const needed = {
    ad_card_number: numberOf(pid.all(3)),
    name: nameOf(pid.all(5)),
    gender: GENDERS[pid.text(8).toUpperCase()] ?? pid.text(8),
    birthday: dayOf(pid.text(7)),
  }
  const more = {
    phone: home?.text(1) || home?.text(12) || `${home?.text(6) ?? ''}${home?.text(7) ?? ''}`,
    address: [province, city, street, other].join(''),
  }
  const leftOut = wrong ? ['PID-3'] : []
  const kept: Partial<typeof more> = {}
  for (const field of ['phone', 'address'] as const) {
    const value = more[field]
    if (value === '') continue
    if (PatientInput.shape[field].safeParse(value).success) kept[field] = value
    else leftOut.push(placeOf(field))
  }
  // A gender that nobody said is missing, not wrong.
  const { gender, ...rest } = needed
  const given = { ...rest, ...(gender !== '' && { gender }), ...kept }
  const read = PatientInput.safeParse(given, { reportInput: true })
  if (!read.success) {
    const [issue] = read.error.issues
    const field = String(issue?.path[0] ?? '')
    const isMissing = field === 'gender' && gender === ''
    throw invalid({ [placeOf(field)]: isMissing ? 'required' : (issue?.message ?? 'invalid') })
  }
  const patient = numbers.length > 0 ? { ...read.data, identifiers: numbers } : read.data
  return { patient, leftOut }
}

/** The number of the identity card, by its type in PID-3 or in PID-19. */
function nationalIn(pid: Segment): { numbers: Identifier[]; wrong: boolean } {
  const typed = pid.all(3).find((repetition) => NATIONAL.includes(repetition.text(5)))
  const value = typed?.text() || pid.text(19)
  if (value === '') return { numbers: [], wrong: false }
  if (nationalId(value) === null) return { numbers: [], wrong: true }
  return { numbers: [{ kind: 'national', value: value.toUpperCase(), issuer: '' }], wrong: false }
}

/** A number that can be a patient's card number, or nothing. */
export const cardIn = (number: string): string | null =>
  CardNumber.safeParse(number).success ? number : null
