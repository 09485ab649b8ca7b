import {
  ANALYSERS,
  listedWith,
  machineBeside,
  machineOf,
  otherThan,
  valuesOf,
  type Photograph,
} from '@mingmou/analysis'
import {
  analysisEntry,
  type Brief,
  type Eye,
  type EyeSummary,
  type Modality,
  type ReportedEye,
  type Urgency,
} from '@mingmou/contract'
import { factsOf, statementsOf } from './stated.ts'
import type { Photographed } from './photographs.ts'
import { heldOf } from './drawings.ts'
import type { AnalysedRow } from './analysed-images.ts'

/** The eye as a clinician corrected it, otherwise as the machine found it. */
export const eyeOf = ({
  corrected,
  judged_findings,
}: Pick<AnalysedRow, 'corrected' | 'judged_findings'>): Eye | null =>
  corrected ?? judged_findings?.eye ?? null

export type Sitting = readonly Photograph[]

/** The images of a sitting in the shape that the opinion reads. */
export const sittingOf = (rows: readonly AnalysedRow[]): Sitting =>
  rows.map((row) => ({
    index: row.image_index,
    eye: eyeOf(row),
    findings: row.judged_findings,
    stated: row.stated,
    drawn: row.drawing?.state === 'measured' ? heldOf(row.drawings).map(({ layer }) => layer) : [],
  }))

/** The same sitting without what clinicians judged of it. */
const machineSittingOf = (rows: readonly AnalysedRow[]): Sitting =>
  rows.map((row) => ({ index: row.image_index, eye: eyeOf(row), findings: row.informed_findings }))

/** The eye of each image in a report, with what the machine alone says where a correction changed it. */
export function outcomesOf(
  modality: Modality,
  rows: readonly AnalysedRow[],
  indices: readonly number[],
): ReportedEye[] {
  const of = (sitting: Sitting) =>
    ANALYSERS[modality].outcomesOf(
      sitting,
      indices.flatMap((wanted) => sitting.filter(({ index }) => index === wanted)),
    )
  const machines = of(machineSittingOf(rows))
  const sitting = sittingOf(rows)
  const shown = indices.flatMap((wanted) => sitting.filter(({ index }) => index === wanted))
  return of(sitting).map((outcome, index) => ({
    ...outcome,
    found: foundIn(
      modality,
      outcome.eye === null
        ? shown.slice(index, index + 1)
        : sitting.filter(({ eye }) => eye === outcome.eye),
    ),
    machine: machineBeside(outcome, machines[index]),
  }))
}

/** Every eye of a sitting that has a photograph with findings, and each such photograph of no known eye. */
export function eyesOfSitting(modality: Modality, rows: readonly AnalysedRow[]): ReportedEye[] {
  const read = rows.filter(({ judged_findings }) => judged_findings !== null)
  const first = read.filter((row, place) => {
    const eye = eyeOf(row)
    return eye === null || read.findIndex((candidate) => eyeOf(candidate) === eye) === place
  })
  return outcomesOf(
    modality,
    rows,
    first.map(({ image_index }) => image_index),
  )
}

/** Of a modality without stages, what a list says of images of one eye; null where none is gradable. */
function foundIn(modality: Modality, images: Sitting): Brief | null {
  const gradable = images.flatMap(({ findings }) => (findings?.gradable ? [findings] : []))
  return gradable.length === 0 ? null : (analysisEntry(modality).brief?.(gradable) ?? null)
}

/** Each eye of a sitting for a list; empty before its analysis is done. */
export function eyesOf(modality: Modality, photographs: readonly Photographed[]): EyeSummary[] {
  if (photographs.length === 0) return []
  const { eyes } = ANALYSERS[modality]
  const machines = eyes.of(photographs.map((row) => ({ ...placeOf(row), findings: row.findings })))
  const sitting = photographs.map((row) => listedOf(modality, row))
  return eyes.of(sitting).map((eye, index) => ({
    ...eye,
    found: foundIn(
      modality,
      sitting.filter((photograph) => photograph.eye === eye.eye),
    ),
    machine: otherThan(eye, machines[index], ['gradable', 'stage', 'contradicts']),
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

/** The eye of a photograph in a list. */
export const listedEye = ({ corrections, findings, drawn }: Photographed) =>
  factsOf(corrections).eye ?? (drawn ?? findings)?.eye ?? null

const placeOf = (row: Photographed) => ({ index: row.image_index, eye: listedEye(row) })

function listedOf(modality: Modality, row: Photographed): Photograph {
  const { findings } = row
  if (!findings) return { ...placeOf(row), findings }
  const { corrections } = ANALYSERS[modality]
  const stated = statementsOf(modality, machineOf(corrections, findings), row.corrections)
  return {
    ...placeOf(row),
    findings: listedWith(corrections, row.drawn ?? findings, valuesOf(stated)),
    stated,
  }
}
