import { ANALYSERS, type Photograph } from '@mingmou/analysis'
import {
  entryOf,
  type Brief,
  type Eye,
  type EyeSummary,
  type Modality,
  type Urgency,
} from '@mingmou/contract'
import type { Photographed } from './photographs.ts'
import type { AnalysedRow } from './queries.ts'

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

/** Of a modality without stages, what a list says of images of one eye; null where none is gradable. */
export function foundIn(modality: Modality, images: Sitting): Brief | null {
  const gradable = images.flatMap(({ findings }) => (findings?.gradable ? [findings] : []))
  return gradable.length === 0 ? null : (entryOf(modality).brief?.(gradable) ?? null)
}

/** Each eye of a sitting for a list; empty before its analysis is done. */
export function eyesOf(modality: Modality, photographs: readonly Photographed[]): EyeSummary[] {
  if (photographs.length === 0) return []
  const sitting = photographs.map((row) => ({
    index: row.image_index,
    eye: eyeOf(row),
    findings: row.findings,
  }))
  return ANALYSERS[modality].eyes.of(sitting).map((one) => ({
    ...one,
    found: foundIn(
      modality,
      sitting.filter(({ eye }) => eye === one.eye),
    ),
  }))
}

/** What the result of a sitting asks of its reader. An eye that could not be judged hides behind no other. */
export function urgencyOf(eyes: readonly EyeSummary[]): Urgency {
  if (eyes.some(({ referral }) => referral === 'referable')) return 'referable'
  if (eyes.some(({ photographs, gradable }) => photographs > 0 && gradable === 0))
    return 'ungradable'
  return eyes.some(({ referral, contradicts }) => contradicts || referral === 'review')
    ? 'review'
    : 'routine'
}
