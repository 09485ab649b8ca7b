import { zoneSideOf, type OctaFindings, type Referral } from '@mingmou/contract'
import type { Photograph as PhotographOf } from '../analyser.ts'
import { statedReferral } from '../corrected.ts'
import { listedBy, otherReasons } from '../eyes.ts'

export type Photograph = PhotographOf<OctaFindings>

/** Of findings what this file reads. */
export const EYE_KEYS = ['gradable', 'eye', 'faz_area_mm2', 'gaps', 'confidence'] as const
type Read = Pick<OctaFindings, (typeof EYE_KEYS)[number]>

/** Whether a clinician should look at more than the scan. */
export const asksForReview = (findings: Read): boolean =>
  zoneSideOf(findings) !== null || (findings.gaps?.count ?? 0) > 0

/** The consequence of one gradable scan. */
export const referralOf = (findings: Read): Referral =>
  asksForReview(findings) ? 'review' : 'none'

/** By all gradable scans of the eye. A scan has no stage. */
export const { eyesOf, outcomesOf } = listedBy<OctaFindings>(({ gradable }) => ({
  reasons: gradable.flatMap(({ findings, stated }) =>
    otherReasons(statedReferral(stated) ?? referralOf(findings)),
  ),
}))
