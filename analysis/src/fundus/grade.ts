import { LESIONS, NOT_ASSESSED, type DrFinding, type Lesion, type Reason } from '@mingmou/contract'
import type { Spot } from '../geometry/circle.ts'
import type { Field } from '../field.ts'
import { DECISIONS } from './decisions.ts'
import type { Models } from './models.ts'
import {
  lesionsOf,
  ofEach,
  quadrantsOf,
  toEdgeOf,
  type FoundLesion,
  type FoundLesions,
} from './measure/lesions.ts'

/** A rule of the analysis; a clinician's stage has none. */
type Rule = Exclude<DrFinding['rule'], 'clinician'>
type Card = Models['grading']

/** Whether a photograph is too small for single lesions and vessels. */
export const isSmall = ({ diameter }: Field, { least_field_px }: Card): boolean =>
  diameter < least_field_px

const { many_haemorrhages, oedema_within_dd } = DECISIONS.retinopathy
/** The stage of each rule. 4 is never given, because its signs are not assessed. */
export const STAGE_OF: Record<Rule, 0 | 1 | 2 | 3> = {
  no_lesion: 0,
  weak_lesions: 0,
  microaneurysms_only: 1,
  more_than_microaneurysms: 2,
  haemorrhages_four_quadrants: 3,
}

/**
 * The International Clinical Diabetic Retinopathy rule that the lesions meet (Wilkinson 2003, Ophthalmology 110:1677);
 * quadrants lie around `middle`.
 */
export function ruleOf(lesions: FoundLesions, middle: Spot): Rule {
  // The nasal side does not matter where all four count.
  const quadrants = quadrantsOf(lesions.haemorrhages, middle, 'OD')
  if (Object.values(quadrants).every((count) => count > many_haemorrhages))
    return 'haemorrhages_four_quadrants'
  const more = [lesions.haemorrhages, lesions.hard_exudates, lesions.soft_exudates]
  if (more.some((kind) => kind.length > 0)) return 'more_than_microaneurysms'
  return lesions.microaneurysms.length > 0 ? 'microaneurysms_only' : 'no_lesion'
}

/** The evidence for each kind of lesion. A spot that meets its rule counts one, others count less. */
export const evidenceOf = (spots: FoundLesions): Record<Lesion, number> =>
  ofEach((kind) => spots[kind].reduce((sum: number, spot: FoundLesion) => sum + spot.strength, 0))

/** Probabilities are limited to this. */
const SUREST = 0.001

export function logOdds(probability: number): number {
  const held = Math.min(1 - SUREST, Math.max(SUREST, probability))
  return Math.log(held / (1 - held))
}

/** The chance of referable disease by lesions and screening network together. */
export function referableBy(
  evidence: Record<Lesion, number>,
  screening: number,
  { bias, screening: weight, ...weights }: Card['referable'],
): number {
  const odds = LESIONS.reduce(
    (sum, kind) => sum + weights[kind] * Math.log1p(evidence[kind]),
    bias + weight * logOdds(screening),
  )
  return 1 / (1 + Math.exp(-odds))
}

interface Graded {
  dr: DrFinding
  /** null where evidence and rule do not agree on a stage, with the reason. */
  stage: 0 | 1 | 2 | 3 | null
  lacking: Reason
  /** The lesions that count for the rule, and the exudates behind a suspected oedema. */
  counted: FoundLesions
  near: FoundLesion[]
}

/**
 * The stage and its reasons. Where `referable`, the joined probability, is low, the rule counts
 * only some kinds. Their evidence has to exceed that of photographs without retinopathy, unless a clinician drew them. A stage is
 * given only where rule and probability lie on the same side of referral. Macular oedema is
 * suspected by hard exudates near the fovea. It is null where no fovea is found, or where such
 * exudates do not count. Blur hides lesions, so a `blurred` photograph gets no result that rests on
 * their absence. That means no stage below 2 and no absence of oedema.
 */
export function gradeOf(
  spots: FoundLesions,
  middle: Spot,
  macula: { fovea: Spot; discDiameter: number } | null,
  referable: number,
  { usual, cuts }: Card,
  blurred: boolean,
  isDrawn: (kind: Lesion) => boolean = () => false,
): Graded {
  const lesions = lesionsOf(spots)
  const evidence = evidenceOf(spots)
  const low = referable <= cuts.low
  const counted = low
    ? ofEach((kind) => (isDrawn(kind) || evidence[kind] > usual[kind] ? lesions[kind] : []))
    : lesions
  const plain = ruleOf(counted, middle)
  const some = Object.values(lesions).some((kind) => kind.length > 0)
  const rule = plain === 'no_lesion' && some ? 'weak_lesions' : plain
  const isNear = (one: FoundLesion) =>
    macula !== null && toEdgeOf(one, macula.fovea) <= oedema_within_dd * macula.discDiameter
  const near = counted.hard_exudates.filter(isNear)
  const uncounted = near.length === 0 && lesions.hard_exudates.some(isNear)
  const oedema = near.length > 0 || (macula && !uncounted && !blurred ? false : null)
  const called = STAGE_OF[rule] >= 2
  const agreed = called ? referable >= cuts.high : low
  const hidden = agreed && !called && blurred
  const unsure = referable > cuts.low && referable < cuts.high
  return {
    dr: {
      rule,
      referable: called || oedema === true,
      agreed,
      macular_oedema: oedema,
      not_assessed: [...NOT_ASSESSED],
    },
    stage: agreed && !hidden ? STAGE_OF[rule] : null,
    lacking: hidden ? 'blurred' : unsure ? 'weak_evidence' : 'evidence_conflicts',
    counted,
    near,
  }
}
