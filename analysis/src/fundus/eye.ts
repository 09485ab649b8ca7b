import type { Eye } from '@mingmou/contract'
import type { Spot } from '../circle.ts'
import type { Field } from '../field.ts'
import type { Landmark } from './measure/landmarks.ts'

/** What is known of a photograph's landmarks. */
export interface Places {
  disc: Landmark | null
  fovea: Landmark | null
  field: Field
}

/** Below this the eye is left open. */
const SURE = 0.9

/**
 * Log odds of a right eye. In a photograph of the right eye the disc lies to the viewer's right of the fovea; a field
 * that shows both has the disc on that side of its own middle too.
 */
function oddsOf({ disc, fovea, field }: Places): number {
  if (!disc) return 0
  const unit = field.diameter
  const off = (disc.centre[0] - field.centre[0]) / unit
  const second = 10 * Math.max(-0.3, Math.min(0.3, off))
  if (!fovea) return second
  const [dx, dy] = [disc.centre[0] - fovea.centre[0], disc.centre[1] - fovea.centre[1]]
  const level = Math.abs(dx) > Math.abs(dy) ? 1 : 0
  const apart = Math.min(1, Math.abs(dx) / (1.5 * disc.diameter))
  return second + 6 * level * apart * Math.sign(dx) * Math.min(disc.peak, fovea.peak)
}

/** Right or left with the probability of being right; null where it stays below what is sure. */
export function findEye(places: Places): { eye: Eye; confidence: number } | null {
  const odds = oddsOf(places)
  const confidence = 1 / (1 + Math.exp(-Math.abs(odds)))
  return confidence < SURE ? null : { eye: odds > 0 ? 'OD' : 'OS', confidence }
}

/** Whether a place lies on the nose's side of another. */
export function isNasal(eye: Eye, [x]: Spot, [middle]: Spot): boolean {
  return eye === 'OD' ? x > middle : x < middle
}
