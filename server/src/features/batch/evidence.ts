import {
  entryOf,
  today,
  type BatchEvidence,
  type Eye,
  type Modality,
  type NameFacts,
} from '@mingmou/contract'
import type { DicomFacts } from '@mingmou/analysis/image'

/** A patient of the own institution whose card number is one of those that a file says. */
export interface Numbered {
  pid: string
  /** The number that was looked for: of this record, or of one merged into it. */
  number: string
  name: string
  gender: 1 | 2
  birthday: string
}

export interface Said {
  dicom: DicomFacts | null
  name: NameFacts
}

export interface Read {
  evidence: BatchEvidence
  pid: string | null
  eye: Eye | null
  record_date: string | null
}

/** Numbers that may be a patient's; each has to be looked up. */
export const numbersOf = ({ dicom, name }: Said) =>
  [dicom?.number ?? '', name.number, ...name.others].filter((number) => number !== '')

/** Patient, eye and day as far as the file proves them. What is contradicted or not said is left to a person. */
export function readEvidence(
  said: Said,
  modality: Modality,
  patients: readonly Numbered[],
  now: Date,
): Read {
  const patient = patientOf(said, patients)
  const eye = eyeOf(said)
  const record_date = dayOf(said, patient.found ?? null, now)
  const { dicom, name } = said
  return {
    pid: patient.found?.pid ?? null,
    eye: eye.found ?? null,
    record_date: record_date.found ?? null,
    evidence: {
      patient: { by: patient.by, left: patient.left },
      eye: { by: eye.by, left: eye.left },
      record_date: { by: record_date.by, left: record_date.left },
      said: {
        number: dicom?.number || name.number,
        name: dicom?.name || (name.names[0] ?? ''),
        birthday: dicom?.birthday ?? '',
      },
      other_kind: otherKind(dicom?.modality ?? '', modality),
    },
  }
}

interface Outcome<Of, Left> {
  found?: Of
  by: 'dicom' | 'name' | 'both' | null
  left: Left | null
}
const left = <Left>(reason: Left) => ({ by: null, left: reason })

type PatientLeft = Exclude<BatchEvidence['patient']['left'], null>

function patientOf(
  { dicom, name }: Said,
  patients: readonly Numbered[],
): Outcome<Numbered, PatientLeft> {
  const with_ = (number: string) => patients.find((one) => one.number === number)
  const byDicom = with_(dicom?.number ?? '')
  const byName = with_(name.number)
  const others = name.others.flatMap((number) => with_(number) ?? [])
  if (!byDicom && !byName) {
    if (others.length > 0) return left('number_or_date')
    return left(dicom?.number || name.number ? 'unknown' : 'none')
  }
  // A number of the DICOM data that nobody has may be of another institution.
  if (dicom?.number && !byDicom) return left('conflict')
  const found = byDicom ?? byName
  if (!found) return left('none')
  if ([byName, ...others].some((one) => one && one.pid !== found.pid)) return left('conflict')
  if (dicom?.birthday && dicom.birthday !== found.birthday) return left('birthday')
  if (dicom?.gender && dicom.gender !== found.gender) return left('sex')
  const names = [dicom?.name ?? '', ...name.names]
  if (names.some((one) => isOtherName(one, found.name))) return left('person_name')
  return { found, by: byDicom ? (byName ? 'both' : 'dicom') : 'name', left: null }
}

const isHan = (name: string) => /\p{Script=Han}/u.test(name)
const bare = (name: string) => name.replace(/[\s·•-]/g, '').toLowerCase()

/** A Latin name beside a Chinese one cannot be compared. */
const isOtherName = (one: string, other: string) =>
  one !== '' && isHan(one) === isHan(other) && bare(one) !== bare(other)

function eyeOf({ dicom, name }: Said): Outcome<Eye, 'none' | 'conflict'> {
  const eyes = new Set([...(dicom?.eyes ?? []), ...name.eyes])
  if (eyes.size > 1) return left('conflict')
  const [found] = eyes
  return found ? { found, by: source(dicom?.eyes ?? [], name.eyes), left: null } : left('none')
}

function dayOf(
  { dicom, name }: Said,
  patient: Numbered | null,
  now: Date,
): Outcome<string, 'none' | 'conflict' | 'future'> {
  const own = dicom?.day ? [dicom.day] : []
  // A day that is the patient's birthday is not the day of the picture.
  const birthdays = [patient?.birthday, dicom?.birthday]
  const named = name.days.filter((day) => !birthdays.includes(day))
  const days = new Set([...own, ...named])
  if (days.size > 1) return left('conflict')
  const [found] = days
  if (found === undefined) return left('none')
  if (found > today(now)) return left('future')
  return { found, by: source(own, named), left: null }
}

const source = (dicom: readonly unknown[], name: readonly unknown[]) =>
  dicom.length === 0 ? 'name' : name.length === 0 ? 'dicom' : 'both'

/** The kind that the file states, where it is another one than the batch's. */
const otherKind = (stated: string, modality: Modality) =>
  stated === '' || entryOf(modality).dicom.includes(stated) ? null : stated
