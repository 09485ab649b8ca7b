import {
  MODALITY,
  modalityOf,
  photographsOf,
  reasonOf,
  UNIT_SYMBOLS,
  type Eye,
  type Figure,
} from '@mingmou/contract'
import type { OutsideReport } from './outside.ts'
import type { SnapshotPhotograph } from './snapshot.ts'
import { ofEye, untoldOf } from './stated-of-eye.ts'

/** What is told of it. A machine that could not tell is no zero: `absent` says why there is no value. */
export type StatedValue =
  | { kind: 'quantity'; value: number; unit: string; code: string }
  /** `text`: what is told of this eye, where the words of the code are not enough. */
  | { kind: 'coded'; code: string; display: string; text?: string }
  | { kind: 'flag'; value: boolean }
  | { kind: 'absent'; why: string }

/** What a report states, as other systems are told it: by FHIR, by HL7 v2 and as a structured report of DICOM. */
export interface Stated {
  key: string
  display: string
  eye: Eye | null
  value: StatedValue
  /** What has to be read with the value. */
  note?: string
  /** A clinician stated it in the place of the machine. */
  byClinician: boolean
  /** How the machine came to it. */
  method: string
}

const METHOD = 'automated, single photograph'

/** Everything that a report states: of its eyes, then the figures of its photographs. */
export const statedIn = (report: OutsideReport): Stated[] => [
  ...report.snapshot.outcomes.flatMap((outcome) => ofEye(report, outcome)),
  ...untoldOf(report),
  ...photographsOf(report.snapshot).flatMap((photograph) => ofPhotograph(report, photograph)),
]

function ofPhotograph({ snapshot }: OutsideReport, photograph: SnapshotPhotograph): Stated[] {
  const { figures } = MODALITY[modalityOf(snapshot.diagnosis_class).key]
  const { eye, drawn, not_measured } = photograph
  if (eye === null) return []
  return figures.all.flatMap((figure: Figure): Stated[] => {
    const { report: place, key, group, unit } = figure
    if (place === null || group === null) return []
    const found = place
      .split('.')
      .reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), photograph)
    if (typeof found !== 'number' && found !== null) return []
    const code = photograph.units[place] ?? unit
    const value: StatedValue =
      found === null
        ? { kind: 'absent', why: reasonOf(not_measured, place) ?? 'not measured' }
        : { kind: 'quantity', value: found, unit: UNIT_SYMBOLS[code] || '1', code }
    const byClinician = drawn !== null && found !== null
    return [{ key, display: key, eye, value, byClinician, method: METHOD }]
  })
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
