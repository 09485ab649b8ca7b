import { z } from 'zod'
import type { Say, Texts } from '../wire/wording.ts'
import type { Eye } from './findings.ts'

/** Who may state the eye of a picture in the place of the machine. The file: its name or its DICOM data. */
export const STATED_BY = ['file', 'clinician'] as const
export const StatedBy = z.enum(STATED_BY)
export type StatedBy = z.infer<typeof StatedBy>

/** Where the eye that a picture is filed under comes from. */
export const EyeSource = z.enum(['machine', ...STATED_BY])
export type EyeSource = z.infer<typeof EyeSource>

export const EYE_SOURCE_TEXTS = {
  source: {
    machine: ['AI', 'AI'],
    file: ['文件名或DICOM', 'file name or DICOM'],
    name: ['文件名', 'file name'],
    clinician: ['医生', 'clinician'],
  },
  by: {
    file: ['据文件名或DICOM', 'by file name or DICOM'],
    clinician: ['医生确认', 'stated by a clinician'],
  },
  by_against: ['{{by}}，AI判断：{{machine}}', '{{by}}; AI: {{machine}}'],
  differs: ['{{source}}：{{eye}}，AI判断：{{machine}}', '{{source}}: {{eye}}, AI: {{machine}}'],
} as const satisfies Texts

interface Sourced {
  eye: Eye | null
  eye_source: EyeSource | null
  /** What the machine alone found. */
  machine_eye: Eye | null
}

/** What a source says against the machine. `name`: of a file whose eye was not taken from it. */
export const eyeMismatch = (source: StatedBy | 'name', eye: Eye, machine: Eye, say: Say): string =>
  say('eye_source.differs', {
    source: say(`eye_source.source.${source}`),
    eye: say(`eye.${eye}`),
    machine: say(`eye.${machine}`),
  })

/** Who stated the eye, and the other eye that the machine found; null of an eye of the machine, or of no known source. */
export function eyeSourceText(image: Sourced, say: Say): string | null {
  const { eye, eye_source, machine_eye } = image
  if (eye === null || eye_source === null || eye_source === 'machine') return null
  const by = say(`eye_source.by.${eye_source}`)
  return machine_eye === null || machine_eye === eye
    ? by
    : say('eye_source.by_against', { by, machine: say(`eye.${machine_eye}`) })
}
