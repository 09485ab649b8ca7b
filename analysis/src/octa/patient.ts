import {
  OCTA_FIGURES,
  outsideOf,
  type ReportedEye,
  type EyeSummary,
  type OctaFindings,
} from '@mingmou/contract'
import type { Photograph as PhotographOf } from '../analyser.ts'

export type Photograph = PhotographOf<OctaFindings>

/** Of findings what this file reads. */
export const EYE_KEYS = ['gradable', 'eye', 'faz_area_mm2', 'gaps'] as const
type Read = Pick<OctaFindings, (typeof EYE_KEYS)[number]>

/** On which side of its reference the zone's area lies; null within it, or without one. */
export const sideOf = ({ faz_area_mm2 }: Read) =>
  outsideOf({ ...OCTA_FIGURES.at('faz_area_mm2'), value: faz_area_mm2 })

/** Whether a clinician should look at more than the scan. */
export const asksForReview = (findings: Read): boolean =>
  sideOf(findings) !== null || (findings.gaps?.count ?? 0) > 0

/** Each eye of a sitting for a list. A scan has no stage. */
export function eyesOf(sitting: readonly Photograph[]): EyeSummary[] {
  const eyes = (['OD', 'OS', null] as const).map((eye) => {
    const own = sitting.filter((one) => one.eye === eye)
    return {
      eye,
      photographs: own.length,
      gradable: own.filter(({ findings }) => findings?.gradable).length,
      stage: null,
      contradicts: false,
    }
  })
  return eyes.filter(({ eye, photographs }) => eye !== null || photographs > 0)
}

/** What a list of reports says of the eye of each scan shown: by all gradable scans of the eye. */
export const outcomesOf = (
  sitting: readonly Photograph[],
  shown: readonly Photograph[],
): ReportedEye[] =>
  shown.map((scan) => {
    const own = sitting.filter((one) =>
      scan.eye === null ? one.index === scan.index : one.eye === scan.eye,
    )
    const judged = own.flatMap(({ findings }) => (findings?.gradable ? [findings] : []))
    const referral = judged.some(asksForReview) ? 'review' : 'none'
    return {
      eye: scan.eye,
      stage: null,
      stage_index: null,
      referral: judged.length === 0 ? null : referral,
      oedema: null,
      oedema_index: null,
      glaucoma: null,
      glaucoma_index: null,
    }
  })
