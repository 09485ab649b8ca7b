import { formatOf } from '@mingmou/contract'
import type { DataSet } from 'dicom-parser'
import { birthdayOf, pictureDayOf, type SaidDay } from './days.ts'
import { readText, type ReadText } from './text.ts'
import { parseDicom } from './parse-dicom.ts'

/** What a DICOM file says of its patient and of the picture. Empty where it says nothing. */
export interface DicomFacts {
  /** Patient ID, as the institution that made the file numbers its patients. */
  number: string
  /** Issuer of Patient ID (0010,0021): who gave the number. What was read before it was looked for has none. */
  issuer?: string
  /** The ideographic name where there is one, as it is shown. */
  name: string
  /** Each group of the name, its parts between `^`: of Latin letters, of Chinese characters, of its sound. */
  names: string[]
  /** A name or a part of it is there that no character set reads. */
  name_unread: boolean
  /** The character set by which the name makes sense, although the file declares another one or none. */
  name_set: string
  /** `YYYY-MM-DD`, as are all days here; `YYYY` or `YYYY-MM` where no more is said. */
  birthday: string
  /** A birthday is there that is no day of the calendar. */
  birthday_unread: boolean
  gender: 1 | 2 | null
  /** OD, OS; both where the file says both, or contradicts itself. */
  eyes: ('OD' | 'OS')[]
  /** The day on which the picture was taken, in Shanghai; more than one where the file contradicts itself. */
  days: string[]
  /** Something stands for that day that is none. */
  day_unread: boolean
  /** Modality (0008,0060), such as OP or OPT. */
  modality: string
  /** Accession Number (0008,0050), of the order that the picture was taken for. */
  accession: string
}

/** Null for a file that is no readable DICOM file. */
export function dicomFacts(bytes: Buffer): DicomFacts | null {
  if (formatOf(bytes) !== 'dicom') return null
  try {
    return factsOf(parseDicom(bytes))
  } catch {
    return null
  }
}

/** Study and series of a file by their UIDs; null where it does not say both. */
export function dicomPlace(bytes: Buffer): { study: string; series: string } | null {
  try {
    const data = parseDicom(bytes)
    const [study, series] = [plain(data, 'x0020000d'), plain(data, 'x0020000e')]
    return study === '' || series === '' ? null : { study, series }
  } catch {
    return null
  }
}

function factsOf(data: DataSet): DicomFacts {
  const birthday = birthdayOf(plain(data, 'x00100030'))
  return {
    number: numberOf(data),
    issuer: issuerOf(data),
    ...namesOf(data),
    birthday: birthday.day,
    birthday_unread: birthday.unread,
    gender: GENDERS[plain(data, 'x00100040').toUpperCase()] ?? null,
    eyes: eyesOf(data),
    ...daysOf(data),
    modality: plain(data, 'x00080060').slice(0, 16),
    accession: plain(data, 'x00080050').slice(0, 16),
  }
}

const GENDERS: Readonly<Record<string, 1 | 2>> = { M: 1, MALE: 1, F: 2, FEMALE: 2 }

/** Longer than any text that is read here. */
const MOST_BYTES = 1024

function bytesOf(data: DataSet, tag: string): Uint8Array {
  const element = data.elements[tag]
  if (!element) return new Uint8Array()
  const { dataOffset, length } = element
  return data.byteArray.subarray(dataOffset, dataOffset + Math.min(length, MOST_BYTES))
}

/** An element of plain letters and digits, without padding, controls and what is none of them. */
const plain = (data: DataSet, tag: string): string =>
  Array.from(bytesOf(data, tag), (byte) =>
    byte < 0x20 || byte > 0x7e ? ' ' : String.fromCharCode(byte),
  )
    .join('')
    .trim()

/** Longer than any number that DICOM allows. */
const MOST = 128
const visible = (text: string) =>
  text.replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, '').trim()

/** A number that is there and cannot be read is one that no patient has. */
function numberOf(data: DataSet): string {
  const { text, unread } = readText(bytesOf(data, 'x00100020'), plain(data, 'x00080005'))
  return unread ? '\ufffd' : visible(text.normalize('NFKC')).slice(0, MOST)
}

const issuerOf = (data: DataSet) =>
  visible(readText(bytesOf(data, 'x00100021'), plain(data, 'x00080005')).text).slice(0, 64)

/** Family, given and middle name; titles behind them are none of the name. */
const NAME_PARTS = 3

function namesOf(data: DataSet) {
  const charset = plain(data, 'x00080005')
  const bytes = bytesOf(data, 'x00100010')
  // Where sets are switched a byte of a character may be that of the sign between the groups.
  const read = bytes.includes(0x1b)
    ? groupsOf(readText(bytes, charset))
    : split(bytes, '='.charCodeAt(0)).map((group) => readText(group, charset))
  const groups = read.map(({ text }) =>
    text.split('^').slice(0, NAME_PARTS).map(visible).join('^').replace(/\^+$/, ''),
  )
  const names = groups.filter((name) => /\p{L}|\p{Script=Han}/u.test(name)).slice(0, 3)
  const isLost = (name: string) =>
    /[?]/.test(name) || (/[^^\s\-.]/.test(name) && !names.includes(name))
  return {
    name: shown(names.find((name) => HAN.test(name)) ?? names[0] ?? ''),
    names: names.filter((name) => !isLost(name)),
    name_unread: read.some(({ unread }) => unread) || groups.some(isLost),
    name_set: read.find(({ guessed }) => guessed !== '')?.guessed ?? '',
  }
}

const groupsOf = ({ text, ...how }: ReadText): ReadText[] =>
  text.split('=').map((group) => ({ ...how, text: group }))

function split(bytes: Uint8Array, sign: number): Uint8Array[] {
  const parts: Uint8Array[] = []
  let from = 0
  for (let at = bytes.indexOf(sign); at >= 0; at = bytes.indexOf(sign, from)) {
    parts.push(bytes.subarray(from, at))
    from = at + 1
  }
  return [...parts, bytes.subarray(from)]
}

const HAN = /\p{Script=Han}/u

/** Chinese names have up to four characters; longer ones keep the dot between their parts. */
function shown(name: string): string {
  const parts = name.split('^').filter((part) => part !== '')
  const all = parts.join('')
  return HAN.test(all) ? (all.length > 4 ? parts.join('·') : all) : parts.join(' ').slice(0, MOST)
}

const EYES: Readonly<Record<string, readonly ('OD' | 'OS')[]>> = {
  R: ['OD'],
  RIGHT: ['OD'],
  OD: ['OD'],
  L: ['OS'],
  LEFT: ['OS'],
  OS: ['OS'],
  B: ['OD', 'OS'],
  BOTH: ['OD', 'OS'],
  OU: ['OD', 'OS'],
}

/** Image, Frame and Measurement Laterality, and that of the series. */
const LATERALITY = ['x00200062', 'x00209072', 'x00240113', 'x00200060']

function eyesOf(data: DataSet): ('OD' | 'OS')[] {
  const said = LATERALITY.flatMap((tag) => plain(data, tag).toUpperCase().split('\\'))
  return [...new Set(said.flatMap((value) => EYES[value.trim()] ?? []))]
}

/** Days with the elements of their times. */
const ACQUIRED = [
  ['x0008002a', ''],
  ['x00080022', 'x00080032'],
] as const
const CONTENT = ['x00080023', 'x00080033'] as const
const STUDY = ['x00080020', 'x00080030'] as const
const SERIES = ['x00080021', 'x00080031'] as const
/** How a picture that no camera made was converted. */
const CONVERSION_TYPE = 'x00080064'

/**
 * The moment of the picture, or else the day of its study: a conversion writes its own day as that of the content, later
 * than the study. The day of the content counts where no study is dated and nothing says that it was converted.
 */
function daysOf(data: DataSet): { days: string[]; day_unread: boolean } {
  const zone = plain(data, 'x00080201').split('\\')[0] ?? ''
  const said = ([tag, time]: readonly [string, string]): SaidDay[] =>
    plain(data, tag)
      .split('\\')
      .map((date) => pictureDayOf(date, time === '' ? '' : plain(data, time), zone))
  const acquired = ACQUIRED.map(said)
  const [content, study, series] = [said(CONTENT), said(STUDY), said(SERIES)]
  const isConverted = plain(data, CONVERSION_TYPE) !== ''
  const steps = [...acquired, study, series, ...(isConverted ? [] : [content])]
  const day = (step: SaidDay[] = []) => [
    ...new Set(step.flatMap(({ day: written }) => written || [])),
  ]
  const days = steps.map(day).find((found) => found.length > 0) ?? []
  // A picture is not older than its study: one of the two days is wrong.
  const early =
    acquired.every((step) => day(step).length === 0) && !isConverted
      ? day(content).filter((birthday) => days.some((other) => birthday < other))
      : []
  return {
    days: [...days, ...early],
    day_unread: steps.flat().some(({ unread }) => unread),
  }
}
