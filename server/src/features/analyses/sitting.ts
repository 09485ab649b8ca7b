import { ANALYSERS, type Photograph } from '@mingmou/analysis'
import type { Eye, EyeSummary, Modality } from '@mingmou/contract'
import type { AnalysedRow, ListedRow } from './queries.ts'

/** The eye as a clinician corrected it, otherwise as the machine found it. */
export const eyeOf = ({
  corrected,
  findings,
}: {
  corrected: Eye | null
  findings: { eye: Eye | null } | null
}) => corrected ?? findings?.eye ?? null

export type Sitting = readonly Photograph[]

/** The images of a sitting in the shape that the opinion reads. */
export const sittingOf = (rows: readonly AnalysedRow[]): Sitting =>
  rows.map((row) => ({ index: row.image_index, eye: eyeOf(row), findings: row.findings }))

/** Each eye of a sitting for a list; empty before its analysis is done. */
export const eyesOf = (modality: Modality, photographs: ListedRow['photographs']): EyeSummary[] =>
  photographs.length === 0
    ? []
    : ANALYSERS[modality].eyes.of(
        photographs.map((row) => ({
          index: row.image_index,
          eye: eyeOf(row),
          findings: row.findings,
        })),
      )
