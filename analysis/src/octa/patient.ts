import { OCTA_FIGURES, outsideOf, type OctaFindings, type Referral } from '@mingmou/contract'
import type { Photograph as PhotographOf } from '../analyser.ts'
import { statedReferral } from '../corrected.ts'
import { listedBy, otherReasons } from '../eyes.ts'

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

/** The consequence of one gradable scan. */
export const referralOf = (findings: Read): Referral =>
  asksForReview(findings) ? 'review' : 'none'

/** By all gradable scans of the eye. A scan has no stage. */
export const { eyesOf, outcomesOf } = listedBy<OctaFindings>(({ gradable }) => ({
  reasons: gradable.flatMap(({ findings, stated }) =>
    otherReasons(statedReferral(stated) ?? referralOf(findings)),
  ),
}))
