import { formatOf } from '@mingmou/contract'
import type { DataSet } from 'dicom-parser'
import { parseDicom } from './parse-dicom.ts'

/** What a DICOM file says of its patient and of the picture. Empty where it says nothing. */
export interface DicomFacts {
  /** Patient ID, as the institution that made the file numbers its patients. */
  number: string
  /** The ideographic name where there is one. */
  name: string
  /** `YYYY-MM-DD`, as are all days here. */
  birthday: string
  gender: 1 | 2 | null
  /** OD, OS; both where the file contradicts itself. */
  eyes: ('OD' | 'OS')[]
  /** The day on which the picture was taken. */
  day: string
  /** Modality (0008,0060), such as OP or OPT. */
  modality: string
}

/** TextDecoder's names of the defined terms of Specific Character Set (PS3.3 C.12.1.1.2). */
const CHARSETS: Readonly<Record<string, string>> = {
  'ISO_IR 192': 'utf-8',
  GB18030: 'gb18030',
  GBK: 'gbk',
  'ISO_IR 100': 'latin1',
}
const EYES: Readonly<Record<string, 'OD' | 'OS'>> = { R: 'OD', L: 'OS' }
/** The moment of the picture first, then of its content; the study may have begun on an earlier day. */
const DAYS = ['x0008002a', 'x00080022', 'x00080023', 'x00080020']

/** Null for a file that is no readable DICOM file. */
export function dicomFacts(bytes: Buffer): DicomFacts | null {
  if (formatOf(bytes) !== 'dicom') return null
  try {
    return factsOf(parseDicom(bytes))
  } catch {
    return null
  }
}

function factsOf(data: DataSet): DicomFacts {
  const laterality = ['x00200062', 'x00200060'].flatMap((tag) => {
    const eye = EYES[data.string(tag) ?? '']
    return eye ? [eye] : []
  })
  const sex = data.string('x00100040')
  return {
    number: data.string('x00100020') ?? '',
    name: nameOf(data),
    birthday: dayOf(data.string('x00100030')),
    gender: sex === 'M' ? 1 : sex === 'F' ? 2 : null,
    eyes: [...new Set(laterality)],
    day: DAYS.map((tag) => dayOf(data.string(tag))).find((day) => day !== '') ?? '',
    modality: data.string('x00080060') ?? '',
  }
}

function dayOf(value = ''): string {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(value) ?? []
  return year === undefined ? '' : `${year}-${month ?? ''}-${day ?? ''}`
}

/** Patient's Name, its parts joined. A name in a character set that is not read here counts as not said. */
function nameOf(data: DataSet): string {
  const element = data.elements['x00100010']
  if (!element) return ''
  const bytes = data.byteArray.subarray(element.dataOffset, element.dataOffset + element.length)
  const set = data.string('x00080005')
  const charset = set === undefined || set === 'ISO_IR 6' ? 'ascii' : CHARSETS[set]
  const isAscii = bytes.every((byte) => byte < 128 && byte !== 27)
  if (!isAscii && (charset === undefined || charset === 'ascii')) return ''
  const [latin = '', ideographic = ''] = new TextDecoder(charset ?? 'ascii')
    .decode(bytes)
    .split('=')
  const isHan = ideographic.trim() !== ''
  return (isHan ? ideographic : latin)
    .split('^')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '\0')
    .join(isHan || /\p{Script=Han}/u.test(latin) ? '' : ' ')
    .replaceAll('\0', '')
}
