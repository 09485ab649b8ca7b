import type { Eye } from '@mingmou/contract'

/** What a report states, as an observation tells it. */
export interface Stated {
  key: string
  display: string
  eye: Eye | null
  value: Record<string, unknown>
  /** A clinician stated it in the place of the machine. */
  byClinician: boolean
  /** How the machine came to it. */
  method: string
}

/** Why there is no value. A machine that could not tell is no zero. */
export const absent = (why: string) => ({
  dataAbsentReason: {
    coding: [
      { system: 'http://terminology.hl7.org/CodeSystem/data-absent-reason', code: 'not-performed' },
    ],
    text: why,
  },
})
