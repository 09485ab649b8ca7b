import type { Eye } from '@mingmou/contract'
import type { Spot } from '../geometry/circle.ts'
import { isPart, type Field } from '../field.ts'
import { DECISIONS } from './decisions.ts'
import { between, type Landmark } from './measure/landmarks.ts'

/** The landmarks of a photograph. */
interface Marks {
  disc: Landmark | null
  fovea: Landmark | null
  field: Field
}

const { eye: LIMITS } = DECISIONS

const logistic = (odds: number) => 1 / (1 + Math.exp(-odds))

/** The chance of a right eye by disc and fovea: upright, the disc of a right eye lies to the viewer's right. */
function byPair(disc: Landmark, fovea: Landmark): number {
  const { dx, angle, lies } = between(disc, fovea)
  // Some cameras give photographs turned by 180 degrees, where the fovea lies above the disc's level.
  const prior = Math.log(LIMITS.upright_share / (1 - LIMITS.upright_share))
  const below = (2 * LIMITS.fovea_below_deg * angle) / LIMITS.fovea_below_spread_deg ** 2
  const upright = logistic(prior + below)
  const fits = lies === 'level' ? 1 : LIMITS.unlikely_pair
  const weight = (fovea.peak - LIMITS.peak_of_no_weight) / LIMITS.peak_to_full_weight
  const share = Math.min(1, Math.max(0, weight))
  const right = dx > 0 ? upright : 1 - upright
  return 0.5 + LIMITS.most_confidence * share * fits * (right - 0.5)
}

/** The eye by the side of the field on which the disc lies. Alone it says little, and nothing in a part of the field. */
function bySide(disc: Landmark, field: Field): number {
  const off = isPart(field) ? 0 : (disc.centre[0] - field.centre[0]) / field.diameter
  return 0.5 + Math.max(-LIMITS.most_by_disc, Math.min(LIMITS.most_by_disc, off))
}

/** The eye and the chance that it is right. null where that chance is too low. */
export function findEye({ disc, fovea, field }: Marks): { eye: Eye; confidence: number } | null {
  if (!disc) return null
  const right = fovea ? byPair(disc, fovea) : bySide(disc, field)
  const confidence = Math.max(right, 1 - right)
  return confidence < LIMITS.least_confidence
    ? null
    : { eye: right > 0.5 ? 'OD' : 'OS', confidence }
}

/** Whether a place lies nasal of another in an upright photograph. */
export function isNasal(eye: Eye, [x]: Spot, [middle]: Spot): boolean {
  return eye === 'OD' ? x > middle : x < middle
}
