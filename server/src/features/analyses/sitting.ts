import type { Photograph } from '@mingmou/analysis/opinion'
import type { AnalysedRow } from './queries.ts'

/** The eye as a clinician corrected it, else as the machine found it. */
export const eyeOf = ({ corrected, findings }: Pick<AnalysedRow, 'corrected' | 'findings'>) =>
  corrected ?? findings?.eye ?? null

/** The photographs of a sitting as the opinion reads them. */
export const sittingOf = (rows: readonly AnalysedRow[]): Photograph[] =>
  rows.map((row) => ({ index: row.image_index, eye: eyeOf(row), findings: row.findings }))
