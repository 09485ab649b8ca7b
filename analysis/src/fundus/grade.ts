import { NOT_ASSESSED, type DrFinding } from '@mingmou/contract'
import type { Spot } from '../circle.ts'
import { nearestTo, quadrantsOf, type FoundLesions } from './measure/lesions.ts'

type Rule = DrFinding['rule']

/** Haemorrhages beyond which each quadrant must go for stage 3. */
const MANY = 20
/** The stage each rule gives; 4 is never given: what makes it is not assessed. */
export const STAGE_OF: Record<Rule, 0 | 1 | 2 | 3> = {
  no_lesion: 0,
  microaneurysms_only: 1,
  more_than_microaneurysms: 2,
  haemorrhages_four_quadrants: 3,
}

/**
 * The International Clinical Diabetic Retinopathy rule that the lesions meet (Wilkinson 2003, Ophthalmology 110:1677);
 * quadrants lie around `middle`.
 */
export function ruleOf(lesions: FoundLesions, middle: Spot): Rule {
  // Which side is the nose's does not matter where all four count.
  const quadrants = quadrantsOf(lesions.haemorrhages, middle, 'OD')
  if (Object.values(quadrants).every((count) => count > MANY)) return 'haemorrhages_four_quadrants'
  const more = [lesions.haemorrhages, lesions.hard_exudates, lesions.soft_exudates]
  if (more.some((kind) => kind.length > 0)) return 'more_than_microaneurysms'
  return lesions.microaneurysms.length > 0 ? 'microaneurysms_only' : 'no_lesion'
}

/**
 * How the stage came about. Macular oedema is suspected by hard exudates within one disc diameter of the fovea, null
 * where no fovea is found. `referable` is the screening network's probability with its cut; null where it did not look.
 */
export function gradeOf(
  lesions: FoundLesions,
  middle: Spot,
  macula: { fovea: Spot; discDiameter: number } | null,
  screening: { referable: number; cut: number } | null,
): DrFinding {
  const rule = ruleOf(lesions, middle)
  const nearest = macula && nearestTo(macula.fovea, lesions.hard_exudates)
  const oedema = macula && nearest !== null && nearest <= macula.discDiameter
  const referable = STAGE_OF[rule] >= 2 || oedema === true
  return {
    rule,
    referable,
    agreed: screening === null || screening.referable >= screening.cut === referable,
    macular_oedema: oedema,
    not_assessed: [...NOT_ASSESSED],
  }
}
