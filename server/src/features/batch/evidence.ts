import {
  archiveEntry,
  isSameName,
  nameFacts,
  today,
  type BatchEvidence,
  type Eye,
  type FileDiffers,
  type Modality,
  type NameFacts,
  type TableSays,
} from '@mingmou/contract'
import type { DicomFacts } from '@mingmou/analysis/image'
import type { Ordered } from '../orders/ordered.ts'
import { isHeardAs, nameVerdict } from './names.ts'

/** A patient of the own institution one of whose numbers is one of those that a file says. */
export interface Numbered {
  pid: string
  /** The number that was looked for. */
  number: string
  /** The number as it stands in this record, or in one merged into it. Letter case and hyphens at the end may differ. */
  written: string
  /** In capital letters, who gave the number; null of a card number, empty where nobody said. */
  issuer: string | null
  /** The card number of that record. */
  card: string
  name: string
  gender: 1 | 2
  birthday: string
}

/** Patients and orders whose numbers files say. */
export interface Known {
  patients: readonly Numbered[]
  orders: readonly Ordered[]
}

export interface Said {
  dicom: DicomFacts | null
  /** Of a file in a table, what its row says and its name beside it. */
  name: NameFacts
  table: TableSays | null
}

export interface Read {
  evidence: BatchEvidence
  pid: string | null
  eye: Eye | null
  record_date: string | null
}

export const saidBy = (file_name: string, dicom: Said['dicom'], table: Said['table']): Said => ({
  dicom,
  table,
  name: table === null ? nameFacts(file_name) : withTable(nameFacts(file_name), table),
})

/** A row says what a name may say. Where both say something, they have to agree as parts of one name have to. */
const withTable = (name: NameFacts, { number, eye, record_date }: TableSays): NameFacts => ({
  number: number || name.number,
  others:
    number === '' || name.number === '' || name.number === number
      ? name.others
      : [name.number, ...name.others],
  eyes: [...new Set([...(eye === '' ? [] : [eye]), ...name.eyes])],
  days: [...new Set([...(record_date === '' ? [] : [record_date]), ...name.days])],
  names: name.names,
})

/** A device names its files by no patient: their name is ours, and says nothing. */
export const saidByDevice = (dicom: Said['dicom']): Said => ({
  dicom,
  table: null,
  name: NO_FILE_NAME,
})

/** Numbers that may be a patient's; each has to be looked up. */
export const numbersOf = ({ dicom, name }: Said) =>
  [dicom?.number ?? '', name.number, ...name.others].filter((number) => number !== '')

/** Patient, eye and day as far as the file proves them. What is contradicted or not said is left to a person. */
export function readEvidence(said: Said, modality: Modality, known: Known, now: Date): Read {
  const order = orderOf(said, modality, known.orders)
  const patient = order ? ofOrder(said, order, known.patients) : patientOf(said, known.patients)
  const eye = eyeOf(said)
  const record_date = dayOf(said, patient.found ?? null, now)
  const { dicom, name, table } = said
  const by = (found: Outcome<unknown, unknown>['by'], stated = '') =>
    stated !== '' && (found === 'name' || found === 'both') ? 'table' : found
  return {
    pid: patient.found?.pid ?? null,
    eye: eye.found ?? null,
    record_date: record_date.found ?? null,
    evidence: {
      patient: { by: by(patient.by, table?.number), left: patient.left },
      eye: { by: by(eye.by, table?.eye), left: eye.left },
      record_date: { by: by(record_date.by, table?.record_date), left: record_date.left },
      said: {
        number: dicom?.number || name.number,
        name: dicom?.name || (name.names[0] ?? ''),
        birthday: dicom?.birthday ?? '',
        ...(dicom?.name_set && { name_set: dicom.name_set }),
        ...(dicom?.gender && { gender: dicom.gender }),
      },
      other_kind: otherKind(dicom?.modality ?? '', modality),
    },
  }
}

interface Outcome<Of, Left> {
  found?: Of
  by: 'dicom' | 'name' | 'both' | 'order' | null
  left: Left | null
}
const left = <Left>(reason: Left) => ({ by: null, left: reason })

type Person = Omit<Numbered, 'number' | 'written' | 'issuer'>
type Whose = Omit<Person, 'card'>
type PatientLeft = Exclude<BatchEvidence['patient']['left'], null>
type DayLeft = Exclude<BatchEvidence['record_date']['left'], null>

/** The order that a file was taken for: of its kind, and open or closed by photographs of the same day. */
const orderOf = ({ dicom }: Said, modality: Modality, orders: readonly Ordered[]) =>
  orders.find(
    ({ accession, modality: kind, filed_on }) =>
      accession === dicom?.accession &&
      kind === modality &&
      (filed_on === null || dicom.days.includes(filed_on)),
  )

/**
 * The number of an order proves its patient, whom no other number, name, birthday or sex in the file may contradict. A
 * name in pinyin alone agrees where it sounds as the patient's.
 */
function ofOrder(
  said: Said,
  order: Ordered,
  patients: readonly Numbered[],
): Outcome<Person, PatientLeft> {
  const { dicom, name, table } = said
  const isHis = ({ pid }: Numbered) => pid === order.pid
  const named = patients.filter(({ number }) => [name.number, ...name.others].includes(number))
  const numbered = ownersOf(dicom, patients)
  if (dicom?.number && !numbered.some(isHis)) return left('conflict')
  if ((named.length > 0 || table?.number) && !named.some(isHis)) return left('conflict')
  const doubt = doubtOf(said, order)
  const isHeard = doubt === 'name_script' && isHeardAs(dicom?.names ?? [], order.name)
  return doubt === null || isHeard ? { found: order, by: 'order', left: null } : left(doubt)
}

/** One of each person. */
export const persons = (all: readonly Numbered[]) => [
  ...new Map(all.map((person) => [person.pid, person])).values(),
]

/**
 * Whose number a file says as its patient's. Where it says who gave the number, numbers that somebody else gave are
 * others, and one that he gave is meant before those of whom nobody knows.
 */
function ownersOf(dicom: DicomFacts | null, patients: readonly Numbered[]): Numbered[] {
  const all = patients.filter(({ number }) => number !== '' && number === dicom?.number)
  const issuer = dicom?.issuer?.toUpperCase() ?? ''
  if (issuer === '') return persons(all)
  const given = all.filter((patient) => patient.issuer === issuer)
  return persons(given.length > 0 ? given : all.filter((patient) => !patient.issuer))
}

function patientOf(
  { dicom, name, table }: Said,
  patients: readonly Numbered[],
): Outcome<Person, PatientLeft> {
  const allWith = (number: string) =>
    persons(patients.filter((patient) => patient.number === number))
  const dicomOwners = ownersOf(dicom, patients)
  const nameOwners = allWith(name.number)
  if (dicomOwners.length > 1 || nameOwners.length > 1) return left('alike')
  const [byDicom] = dicomOwners
  const [byName] = nameOwners
  const others = name.others.flatMap(allWith)
  if (!byDicom && !byName) {
    if (others.length > 0) return left('number_or_date')
    return left(dicom?.number || name.number ? 'unknown' : 'none')
  }
  // A number of the DICOM data that nobody has may be of another institution.
  if (dicom?.number && !byDicom) return left('conflict')
  const found = byDicom ?? byName
  if (!found) return left('none')
  // A part of a name may be anything, and what a table has for a number is one.
  if (table?.number && !byName) return left('conflict')
  if ([byName, ...others].some((patient) => patient && patient.pid !== found.pid))
    return left('conflict')
  const doubt = doubtOf({ dicom, name, table }, found)
  if (doubt !== null) return left(doubt)
  return { found, by: byDicom ? (byName ? 'both' : 'dicom') : 'name', left: null }
}

/**
 * What a file says against being of a patient whose number it says. A number alone files nothing where a name or a
 * birthday is there that does not agree: what cannot be read agrees with nothing, nor does a name of another script,
 * beside which the birthday has to agree.
 */
export function doubtOf(
  { dicom, name }: Said,
  patient: Whose,
): Exclude<FileDiffers['patient'], 'other_number' | 'other_order' | 'unknown'> {
  if (dicom?.birthday_unread) return 'birthday_unread'
  if (dicom && !patient.birthday.startsWith(dicom.birthday)) return 'birthday'
  if (dicom?.gender && dicom.gender !== patient.gender) return 'sex'
  // The parts of one name may stand apart in the name of a file.
  const whole = name.names.join(' ')
  const named = isSameName(whole, patient.name) ? [whole] : name.names
  const names = [...(dicom?.names ?? []), ...named]
  const verdict = nameVerdict(names, dicom?.name_unread ?? false, patient.name)
  if (verdict === 'differs') return 'person_name'
  if (verdict === 'unread') return 'name_unread'
  const isBorn = dicom?.birthday === patient.birthday
  return verdict === 'uncompared' && !isBorn ? 'name_script' : null
}

function eyeOf({ dicom, name }: Said): Outcome<Eye, 'none' | 'conflict'> {
  const eyes = new Set([...(dicom?.eyes ?? []), ...name.eyes])
  if (eyes.size > 1) return left('conflict')
  const [found] = eyes
  return found ? { found, by: source(dicom?.eyes ?? [], name.eyes), left: null } : left('none')
}

function dayOf({ dicom, name }: Said, patient: Person | null, now: Date): Outcome<string, DayLeft> {
  const own = dicom?.days ?? []
  // A day that is the patient's birthday is not the day of the picture.
  const birthdays = [patient?.birthday, dicom?.birthday]
  const named = name.days.filter((day) => !birthdays.includes(day))
  const days = new Set([...own, ...named])
  if (days.size > 1) return left('conflict')
  const [found] = days
  if (found === undefined) return left(dicom?.day_unread ? 'unread' : 'none')
  if (found > today(now)) return left('future')
  if (patient && found < patient.birthday) return left('before_birth')
  return { found, by: source(own, named), left: null }
}

const source = (dicom: readonly unknown[], name: readonly unknown[]) =>
  dicom.length === 0 ? 'name' : name.length === 0 ? 'dicom' : 'both'

/** The kind that the file states, where it is another one than the batch's. */
const otherKind = (stated: string, modality: Modality) =>
  stated === '' || archiveEntry(modality).dicom.includes(stated) ? null : stated

/** What a person chose for a file. */
export interface Chosen {
  patient: Whose
  eye: Eye | null
  /** null while no day is chosen. */
  record_date: string | null
}

/**
 * What of a file that a person chose for a patient is of another person, eye or day. The person stands for what the
 * file does not say, and for a name that sounds as the patient's beside the patient's number.
 */
export function differenceOf(
  key: string,
  dicom: DicomFacts,
  chosen: Chosen,
  { patients, orders }: Known,
): FileDiffers {
  const patient = isOrderedForOther(dicom, chosen.patient, orders)
    ? 'other_order'
    : otherPerson(dicom, chosen.patient, patients)
  const eye = chosen.eye !== null && dicom.eyes.some((eye) => eye !== chosen.eye)
  const record_date =
    chosen.record_date !== null && dicom.days.some((day) => day !== chosen.record_date)
  const { number, name, birthday, name_set, eyes, days } = dicom
  const stated = { number, name, birthday, name_set, eyes, days }
  return { key, patient, eye, record_date, said: stated }
}

/** Whether the accession number in a file is of an order for another patient. */
const isOrderedForOther = (dicom: DicomFacts, { pid }: Whose, orders: readonly Ordered[]) =>
  orders.some((order) => order.accession === dicom.accession && order.pid !== pid)

const NO_FILE_NAME: NameFacts = { number: '', others: [], eyes: [], days: [], names: [] }

function otherPerson(
  dicom: DicomFacts,
  patient: Chosen['patient'],
  patients: readonly Numbered[],
): FileDiffers['patient'] {
  const owners = ownersOf(dicom, patients)
  const owner = owners.find(({ pid }) => pid === patient.pid) ?? owners[0]
  if (owner && owner.pid !== patient.pid) return 'other_number'
  const doubt = doubtOf(saidByDevice(dicom), patient)
  const isHeard = doubt === 'name_script' && isHeardAs(dicom.names, patient.name)
  if (doubt !== null && !(isHeard && owner)) return doubt
  if (owner || dicom.number === '') return null
  const isNamed = nameVerdict(dicom.names, dicom.name_unread, patient.name) === 'agrees'
  return isNamed || dicom.birthday === patient.birthday ? null : 'unknown'
}
