import type { Photograph } from '@mingmou/analysis'
import type { AnalysedRow } from './queries.ts'

/** The eye as a clinician corrected it, else as the machine found it. */
export const eyeOf = ({ corrected, findings }: Pick<AnalysedRow, 'corrected' | 'findings'>) =>
  corrected ?? findings?.eye ?? null

export type Sitting = readonly Photograph[]

/** The images of a sitting as the opinion reads them. */
export const sittingOf = (rows: readonly AnalysedRow[]): Sitting =>
  rows.map((row) => ({ index: row.image_index, eye: eyeOf(row), findings: row.findings }))
