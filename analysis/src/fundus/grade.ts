import {
  NOT_ASSESSED,
  type DrFinding,
  type Lesion,
  type Reason,
  type ShownRetina,
} from '@mingmou/contract'
import type { Spot } from '../geometry/circle.ts'
import type { Field } from '../field.ts'
import { DECISIONS } from './decisions.ts'
import { lackingIn } from './measure/shows.ts'
import type { Models } from './models.ts'
import type { Stages } from './signs.ts'
import {
  isNearFovea,
  lesionsOf,
  ofEach,
  quadrantsOf,
  type FoundLesion,
  type FoundLesions,
  type Macula,
} from './measure/lesions.ts'

/** A rule of the analysis; a clinician's stage has none. */
type Rule = Exclude<DrFinding['rule'], 'clinician'>
type Card = Models['grading']

/** Whether a photograph is too small for single lesions and vessels. */
export const isSmall = ({ diameter }: Field, { least_field_px }: Card): boolean =>
  diameter < least_field_px

const { many_haemorrhages } = DECISIONS.retinopathy
/** The least stage that each rule bears. */
export const STAGE_OF: Record<Rule, 0 | 1 | 2 | 3> = {
  no_lesion: 0,
  weak_lesions: 0,
  microaneurysms_only: 1,
  more_than_microaneurysms: 2,
  extensive_lesions: 3,
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

/**
 * The rule with what the lesions alone do not tell: spots that do not count, and an extent as that
 * of severe disease.
 */
function namedRule(rule: Rule, likely: Graded['stage'], some: boolean): Rule {
  if (rule === 'no_lesion' && some) return 'weak_lesions'
  return rule === 'more_than_microaneurysms' && likely !== null && likely >= 3
    ? 'extensive_lesions'
    : rule
}

/** The chance of stage 2 and more. */
export const referableOf = ([, , two, three, four]: Stages): number => two + three + four

/** What speaks of a photograph as a whole. */
interface Judged {
  stages: Stages
  /** The chance of referable disease by the network that sees the whole photograph. */
  network: number
}

/**
 * The likelier side of referral, and a stage on it; null where neither side is likely enough. Severe
 * disease is told where it is clearly the likelier. Proliferative disease is told as severe: what
 * tells them apart is not assessed.
 */
function likeliest(stages: Stages, cuts: Card['cuts']): Stage | null {
  const referable = referableOf(stages)
  if (referable > cuts.low && referable < cuts.high) return null
  const [none, mild, , severe, proliferative] = stages
  if (referable <= cuts.low) return mild > none ? 1 : 0
  return severe + proliferative >= cuts.severe * referable ? 3 : 2
}

type Stage = 0 | 1 | 2 | 3
interface Graded {
  dr: DrFinding
  /** null where the evidence bears no stage, with the reason. */
  stage: Stage | null
  lacking: Reason
  /** The lesions that count for the rule, and the exudates behind a suspected oedema. */
  counted: FoundLesions
  near: FoundLesion[]
}

/**
 * The stage and its reasons. The chances of the stages decide, unless neither side of referral is
 * likely enough. No stage is given where the lesions that count contradict it, and none below 2
 * where the network is sure of disease. Below stage 2 the lesions that are no part of the
 * stage do not count, unless a clinician drew them. From stage 2 on a lesser exudate near the fovea
 * counts too. Macular oedema is suspected by hard exudates there. It is null where no fovea is
 * found, or where such exudates do not count. Blur hides lesions, so a `blurred` photograph gets no
 * result that rests on their absence. That means no stage below 2 and no absence of oedema.
 */
export function gradeOf(
  spots: FoundLesions,
  middle: Spot,
  macula: Macula | null,
  { stages, network }: Judged,
  { cuts }: Card,
  blurred: boolean,
  isDrawn: (kind: Lesion) => boolean = () => false,
): Graded {
  const likely = likeliest(stages, cuts)
  const isNear = (lesion: FoundLesion) => macula !== null && isNearFovea(lesion, macula)
  const lesions = lesionsOf(spots)
  const exudates = spots.hard_exudates.filter(
    (exudate) =>
      exudate.strength === 1 || (exudate.strength >= cuts.near_exudate && isNear(exudate)),
  )
  const whole = likely !== null && likely >= 2 ? { ...lesions, hard_exudates: exudates } : lesions
  const isPart = (kind: Lesion) =>
    likely === null || likely >= 2 || isDrawn(kind) || (likely === 1 && kind === 'microaneurysms')
  const counted = ofEach((kind) => (isPart(kind) ? whole[kind] : []))
  const some = Object.values(lesions).some((kind) => kind.length > 0)
  const rule = namedRule(ruleOf(counted, middle), likely, some)
  const borne = STAGE_OF[rule]
  const agreed = likely !== null && agrees(likely, borne) && (likely >= 2 || network < cuts.sure)
  const hidden = agreed && likely < 2 && blurred
  const near = counted.hard_exudates.filter(isNear)
  const uncounted = near.length === 0 && lesions.hard_exudates.some(isNear)
  const possible = spots.hard_exudates.filter(
    (exudate) => isNear(exudate) && !counted.hard_exudates.includes(exudate),
  )
  const oedema = near.length > 0 || (macula && !uncounted && !blurred ? false : null)
  return {
    dr: {
      rule,
      referable: borne >= 2 || oedema === true,
      agreed,
      macular_oedema: oedema,
      ...(macula && { near_uncounted: possible.length }),
      not_assessed: [...NOT_ASSESSED],
      stages: [...stages],
    },
    // The rule of four quadrants stands by itself.
    stage: agreed && !hidden ? later(likely, borne) : null,
    lacking: hidden ? 'blurred' : likely === null ? 'weak_evidence' : 'evidence_conflicts',
    counted,
    near,
  }
}

/** A stage needs a lesion to show, and lesions that count need their stage. */
const agrees = (likely: Stage, borne: Stage): boolean =>
  borne >= 2 === likely >= 2 && borne > 0 === likely > 0

const later = (likely: Stage, borne: Stage): Stage => (borne > likely ? borne : likely)

/**
 * The stage and oedema as far as the photograph shows the retina. Lesions that are seen count in any
 * photograph; that there are none is told only of one that shows disc, macula and microaneurysms, and
 * whose fovea was found: without it nothing says how wide the field is, and spots in a far wider one are too
 * small to be seen. That there is no oedema is told only where the macula is shown.
 */
export function asShown(graded: Graded, shows: ShownRetina | null, fovea: Spot | null): Graded {
  const [lacking = fovea ? null : 'field_unknown'] = lackingIn(shows)
  if (lacking === null) return graded
  const open = shows?.macula === false && graded.dr.macular_oedema === false
  const dr = open ? { ...graded.dr, macular_oedema: null } : graded.dr
  return graded.stage === 0 ? { ...graded, dr, stage: null, lacking } : { ...graded, dr }
}
