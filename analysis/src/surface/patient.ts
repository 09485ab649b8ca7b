import { badnessOfStaining, type Referral, type SurfaceFindings } from '@mingmou/contract'
import type { Photograph as PhotographOf } from '../analyser.ts'
import { statedReferral } from '../corrected.ts'
import { listedBy, otherReasons, type EyeImages } from '../eyes.ts'

export type Photograph = PhotographOf<SurfaceFindings>

/** Of findings what this file reads. */
export const EYE_KEYS = [
  'gradable',
  'eye',
  'lesion_bool',
  'lesion_type',
  'lesion_severity',
  'lesion_grade',
  'staining',
] as const
type Read = Pick<SurfaceFindings, (typeof EYE_KEYS)[number]>

/** Two photographs of an eye that lie this many grades of severity apart contradict each other. */
const CONTRADICTION = 2

/** A patch of 1 mm or more, or a stained central zone, asks for a prompt examination; other staining for a review. */
export function referralOf({ lesion_bool, lesion_type, staining }: Read): Referral {
  if (lesion_type === 'patch' || staining?.central) return 'referable'
  return lesion_bool === false ? 'none' : 'review'
}

type Gradable = EyeImages<SurfaceFindings>['gradable']

/** The worst photograph of an eye; the first of several. */
export const worstOf = (gradable: Gradable) =>
  gradable.toSorted((a, b) => badnessOfStaining(b.findings) - badnessOfStaining(a.findings))[0]

/** Two photographs of one eye with severities far apart, the worse first. Those of an unknown eye may show two. */
export function contradictionOf({ eye, gradable }: EyeImages<SurfaceFindings>) {
  const graded = gradable.flatMap(({ index, findings: { lesion_severity: severity }, stated }) =>
    severity === null
      ? []
      : [{ index, severity, reviewed: stated?.some(({ name }) => name === 'lesion_severity') }],
  )
  const [worse, better] = [
    graded.toSorted((a, b) => b.severity - a.severity)[0],
    graded.toSorted((a, b) => a.severity - b.severity)[0],
  ]
  // A clinician who stated the worse severity has reviewed it.
  if (eye === null || !worse || !better || worse.reviewed) return null
  return worse.severity - better.severity >= CONTRADICTION ? ([worse, better] as const) : null
}

/** By all gradable photographs of the eye. */
export const { eyesOf, outcomesOf } = listedBy<SurfaceFindings>((images) => {
  const contradicts = contradictionOf(images) !== null
  const reasons = images.gradable.flatMap(({ findings, stated }) =>
    otherReasons(statedReferral(stated) ?? referralOf(findings)),
  )
  return {
    contradicts,
    reasons: contradicts ? [...reasons, { reason: 'contradiction', referral: 'review' }] : reasons,
  }
})
