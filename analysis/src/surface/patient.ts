import {
  badnessOfStaining,
  isTrusted,
  type Referral,
  type SurfaceFindings,
} from '@mingmou/contract'
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
  'outline',
] as const
/** The severity of a stained central zone. */
export const WORST = 4

type Read = Pick<SurfaceFindings, (typeof EYE_KEYS)[number]>

/** Two photographs of an eye that lie this many grades of severity apart contradict each other. */
const CONTRADICTION = 2

/**
 * A patch of 1 mm or more, or a stained central zone, asks for a prompt examination; other staining for a review, and so
 * does a cornea of which nobody knows that it was looked at whole. `seen`: a clinician saw that there is none.
 */
export function referralOf(found: Read, seen = false): Referral {
  const { lesion_bool, lesion_type, lesion_severity, staining } = found
  const central = staining ? staining.central : lesion_severity === WORST
  if (lesion_type === 'patch' || central) return 'referable'
  return lesion_bool === false && (seen || isTrusted(found)) ? 'none' : 'review'
}

type Gradable = EyeImages<SurfaceFindings>['gradable']

/** The worst photograph of an eye; the first of several. */
export const worstOf = (gradable: Gradable) =>
  gradable.toSorted((a, b) => badnessOfStaining(b.findings) - badnessOfStaining(a.findings))[0]

/** A photograph of a contradiction; its severity, where both have one. */
interface Side {
  index: number
  severity: number | null
}

/**
 * Two photographs of one eye that contradict each other, the worse first: severities far apart, or a patch that is surely
 * seen where no severity can be told, and no staining. Those of an unknown eye may show two.
 */
export function contradictionOf({
  eye,
  gradable,
}: EyeImages<SurfaceFindings>): readonly [worse: Side, better: Side] | null {
  if (eye === null) return null
  return bySeverity(gradable) ?? byPatch(gradable)
}

function bySeverity(gradable: Gradable) {
  const graded = gradable.flatMap(({ index, findings: { lesion_severity: severity }, stated }) =>
    severity === null ? [] : [{ index, severity, reviewed: isStated(stated, 'lesion_severity') }],
  )
  const [worse, better] = [
    graded.toSorted((a, b) => b.severity - a.severity)[0],
    graded.toSorted((a, b) => a.severity - b.severity)[0],
  ]
  // A clinician who stated the worse severity has reviewed it.
  if (!worse || !better || worse.reviewed) return null
  return worse.severity - better.severity >= CONTRADICTION ? ([worse, better] as const) : null
}

function byPatch(gradable: Gradable) {
  const worse = gradable.find(
    ({ findings: { lesion_type, lesion_severity }, stated }) =>
      lesion_type === 'patch' && lesion_severity === null && !isStated(stated, 'lesion_type'),
  )
  const better = gradable.find(({ findings }) => findings.lesion_bool === false)
  if (!worse || !better) return null
  return [worse, better].map(({ index }) => ({ index, severity: null })) as [Side, Side]
}

const isStated = (stated: Gradable[number]['stated'], of: string) =>
  stated?.some(({ name }) => name === of) === true

/** Whether a photograph leaves open how bad its eye is: whether there is staining, or how much. */
export const isOpen = ({ lesion_bool, lesion_grade, lesion_severity }: Read): boolean =>
  lesion_bool === null || lesion_grade === null || lesion_severity === null

const sawNone = (stated: Gradable[number]['stated']) =>
  stated?.some(({ name, value }) => name === 'lesion_bool' && value === false) === true

/** By all gradable photographs of the eye. */
export const { eyesOf, outcomesOf } = listedBy<SurfaceFindings>((images) => {
  const contradicts = contradictionOf(images) !== null
  const reasons = images.gradable.flatMap(({ findings, stated }) =>
    otherReasons(statedReferral(stated) ?? referralOf(findings, sawNone(stated))),
  )
  return {
    contradicts,
    reasons: contradicts ? [...reasons, { reason: 'contradiction', referral: 'review' }] : reasons,
  }
})
