import type { Eye } from '@mingmou/contract'

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
