import { beginOf } from '@mingmou/contract'
import { dataset, compressedPixels, type Element } from './elements.ts'
import type { DicomFile } from './part10.ts'
import { jpegFrame } from './jpeg-frame.ts'
import { SOP, SYNTAX } from './classes.ts'
import { uidOf } from './uids.ts'

/** Whose file it is, and what it belongs to. What nobody stated is left out or empty: nothing is invented. */
export interface Subject {
  /** As `personName` writes it. */
  name: string
  number: string
  /** `YYYYMMDD` */
  birthday: string
  sex: 'M' | 'F'
  institution: string
  study: string
  /** What kind of sitting it is, the same in every file of the study. */
  studyDescription: string
  series: string
  /** What viewers write on its pictures. */
  seriesDescription: string
  /** Viewers put series in this order. */
  seriesNumber: number
  instance: string
  /** The day of the visit, `YYYYMMDD`. */
  day: string
}

/** A code with its scheme and meaning (PS3.3 8). */
export type Code = readonly [value: string, scheme: string, meaning: string]
export const code = ([value, scheme, meaning]: Code): Element[] => [
  // One of more than sixteen signs has an element of its own.
  value.length > 16 ? [0x00080119, 'UC', value] : [0x00080100, 'SH', value],
  [0x00080102, 'SH', scheme],
  [0x00080104, 'LO', meaning],
]

export const common = (of: Subject, sopClass: string): Element[] => [
  [0x00080005, 'CS', 'ISO_IR 192'],
  [0x00080016, 'UI', sopClass],
  [0x00080018, 'UI', of.instance],
  [0x00080020, 'DA', of.day],
  [0x00080030, 'TM', ''],
  [0x00080050, 'SH', ''],
  [0x00080080, 'LO', beginOf(of.institution, 64)],
  [0x00080090, 'PN', ''],
  [0x00081030, 'LO', beginOf(of.studyDescription, 64)],
  [0x0008103e, 'LO', beginOf(of.seriesDescription, 64)],
  [0x00100010, 'PN', of.name],
  [0x00100020, 'LO', of.number],
  [0x00100030, 'DA', of.birthday],
  [0x00100040, 'CS', of.sex],
  [0x0020000d, 'UI', of.study],
  [0x0020000e, 'UI', of.series],
  [0x00200010, 'SH', ''],
  [0x00200011, 'IS', String(of.seriesNumber)],
]

/** A report, as a file that a PDF lies in (PS3.3 A.45.1). */
export interface Report {
  pdf: Buffer
  title: string
  /** When it was signed. */
  made: Date
  version: string
  /** The photographs that it tells of, by class and instance. */
  sources: readonly { sopClass: string; instance: string }[]
}

/** Of a report (LOINC). */
export const DIAGNOSTIC_IMAGING: Code = ['18748-4', 'LN', 'Diagnostic imaging study']

export function encapsulatedPdf(of: Subject, report: Report): DicomFile {
  const [day, time] = instantIn(report.made)
  const elements: Element[] = [
    ...common(of, SOP.encapsulatedPdf),
    [0x00080023, 'DA', day],
    [0x00080033, 'TM', time],
    [0x0008002a, 'DT', ''],
    [0x00080060, 'CS', 'DOC'],
    [0x00080064, 'CS', 'WSD'],
    [0x00080070, 'LO', 'Mingmou'],
    [0x00181020, 'LO', report.version],
    [0x00080201, 'SH', ZONE],
    [0x00200013, 'IS', '1'],
    // Name and number of the patient stand in it.
    [0x00280301, 'CS', 'YES'],
    [0x0040a043, 'SQ', [code(DIAGNOSTIC_IMAGING)]],
    [0x00420010, 'ST', report.title],
    [0x00420011, 'OB', report.pdf],
    [0x00420012, 'LO', 'application/pdf'],
    [0x00420015, 'UL', [report.pdf.length]],
    ...(report.sources.length > 0
      ? [
          [
            0x00420013,
            'SQ',
            report.sources.map(({ sopClass, instance }): Element[] => [
              [0x00081150, 'UI', sopClass],
              [0x00081155, 'UI', instance],
            ]),
          ] as Element,
        ]
      : []),
  ]
  return {
    sopClass: SOP.encapsulatedPdf,
    sopInstance: of.instance,
    syntax: SYNTAX.explicitLittle,
    dataset: dataset(elements),
  }
}

/** Of the clinics: everything has one time. */
export const ZONE = '+0800'

/** Day and time in Asia/Shanghai. */
export function instantIn(at: Date): [day: string, time: string] {
  const there = new Date(at.getTime() + 8 * 3_600_000).toISOString()
  return [there.slice(0, 10).replaceAll('-', ''), there.slice(11, 19).replaceAll(':', '')]
}

/** A picture, and what was stated of it. */
export interface Photograph {
  /** As it is stored. */
  bytes: Buffer
  /** Its pixels, by rows, where it is no JPEG that DICOM takes as it is. */
  pixels: { data: Buffer; width: number; height: number; channels: 1 | 3 } | null
  /** When it came to this program. */
  came: Date
  /** Its place in the sitting, from 1. */
  place: number
  fundus: boolean
  eye: 'OD' | 'OS' | null
  device: string
  /** Null where nobody stated it. */
  dilated: boolean | null
  /** On the retina. */
  mmPerPixel: number | null
}

/** How a picture is sent: a fundus photograph of a known eye that is a common JPEG as what it is, all else plainly. */
export const classOf = ({ pixels, fundus, eye }: Photograph): string =>
  pixels === null && fundus && eye !== null ? SOP.ophthalmicPhotography8Bit : SOP.secondaryCapture

export function photographFile(of: Subject, photograph: Photograph): DicomFile {
  const sopClass = classOf(photograph)
  const frame = photograph.pixels === null ? jpegFrame(photograph.bytes) : null
  const elements = [
    ...common(of, sopClass),
    ...pixelsOf(photograph),
    ...(sopClass === SOP.ophthalmicPhotography8Bit
      ? ophthalmic(of, photograph)
      : captured(photograph)),
    [0x00200013, 'IS', String(photograph.place)],
    [0x00200020, 'CS', ''],
    [0x00081090, 'LO', beginOf(photograph.device, 64)],
  ] satisfies Element[]
  const body = dataset(elements)
  return {
    sopClass,
    sopInstance: of.instance,
    syntax: frame ? SYNTAX.jpegBaseline : SYNTAX.explicitLittle,
    dataset: frame ? Buffer.concat([body, compressedPixels(photograph.bytes)]) : body,
  }
}

function pixelsOf({ bytes, pixels }: Photograph): Element[] {
  const frame = pixels === null ? jpegFrame(bytes) : null
  const channels = frame ? frame.components : (pixels?.channels ?? 3)
  const width = frame?.width ?? pixels?.width ?? 0
  const height = frame?.height ?? pixels?.height ?? 0
  return [
    [0x00280002, 'US', [channels]],
    [0x00280004, 'CS', frame?.colours ?? (channels === 1 ? 'MONOCHROME2' : 'RGB')],
    ...(channels === 3 ? ([[0x00280006, 'US', [0]]] as const) : []),
    [0x00280010, 'US', [height]],
    [0x00280011, 'US', [width]],
    [0x00280100, 'US', [8]],
    [0x00280101, 'US', [8]],
    [0x00280102, 'US', [7]],
    [0x00280103, 'US', [0]],
    ...(frame
      ? ([
          [0x00282110, 'CS', '01'],
          [0x00282112, 'DS', ((width * height * channels) / bytes.length).toFixed(2)],
          [0x00282114, 'CS', 'ISO_10918_1'],
        ] as const)
      : []),
    ...(pixels ? ([[0x7fe00010, 'OB', pixels.data]] as const) : []),
  ]
}

/** SNOMED CT. */
const RETINA: Code = ['5665001', 'SCT', 'Retina']
const FUNDUS_CAMERA: Code = ['409898007', 'SCT', 'Fundus Camera']

const YES_NO = (value: boolean | null) => (value === null ? '' : value ? 'YES' : 'NO')

/** Ophthalmic Photography 8 Bit (PS3.3 A.41). */
function ophthalmic(of: Subject, photograph: Photograph): Element[] {
  const { mmPerPixel, dilated } = photograph
  const [day, time] = instantIn(photograph.came)
  return [
    [0x00080008, 'CS', 'ORIGINAL\\PRIMARY'],
    // When the picture came here; of its acquisition the day alone is known.
    [0x00080023, 'DA', day],
    [0x00080033, 'TM', time],
    [0x0008002a, 'DT', of.day],
    [0x00080060, 'CS', 'OP'],
    [0x00080070, 'LO', ''],
    [0x00082218, 'SQ', [code(RETINA)]],
    [0x00180015, 'CS', ''],
    [0x00181063, 'DS', '0'],
    [0x0018106a, 'CS', 'NO TRIGGER'],
    [0x00181800, 'CS', 'N'],
    [0x00200062, 'CS', photograph.eye === 'OD' ? 'R' : 'L'],
    [0x00200200, 'UI', uidOf('synchronization', of.series)],
    [0x00220005, 'CS', ''],
    [0x0022000a, 'FL', []],
    [0x0022000b, 'FL', []],
    [0x0022000c, 'FL', []],
    [0x0022000d, 'CS', YES_NO(dilated)],
    [0x00220015, 'SQ', [code(FUNDUS_CAMERA)]],
    [0x00220016, 'SQ', []],
    [0x00220017, 'SQ', []],
    [0x00220018, 'SQ', []],
    [0x00220019, 'SQ', []],
    [0x0022001b, 'SQ', []],
    [0x00187004, 'CS', ''],
    ...(dilated === true
      ? ([
          [0x00220058, 'SQ', []],
          [0x0022000e, 'FL', []],
        ] as const)
      : []),
    ...(mmPerPixel === null
      ? []
      : ([[0x00280030, 'DS', [mmPerPixel, mmPerPixel].map(decimal).join('\\')]] as const)),
    [0x00280008, 'IS', '1'],
    [0x00280009, 'AT', [0x0018, 0x1063]],
    // Nobody has looked: the careful one of the two answers that the class takes.
    [0x00280301, 'CS', 'YES'],
    [0x00400555, 'SQ', []],
  ]
}

/** At most sixteen signs (PS3.5 6.2). */
const decimal = (value: number) => value.toPrecision(8)

/** Secondary Capture (PS3.3 A.8.1): a picture of which nothing is said but itself. */
const captured = ({ eye }: Photograph): Element[] => [
  [0x00080060, 'CS', eye === null ? 'OT' : 'OP'],
  [0x00080064, 'CS', 'WSD'],
  [0x00080070, 'LO', ''],
  // An eye is one of a pair: empty where nobody knows which.
  [0x00200060, 'CS', eye === null ? '' : eye === 'OD' ? 'R' : 'L'],
]
