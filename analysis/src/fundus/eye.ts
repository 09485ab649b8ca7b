import type { Eye } from '@mingmou/contract'
import type { Spot } from '../geometry/circle.ts'
import type { Field } from '../field.ts'
import { between, type Landmark } from './measure/landmarks.ts'

/** The landmarks of a photograph. */
interface Marks {
  disc: Landmark | null
  fovea: Landmark | null
  field: Field
}

/** Below this chance the eye stays open. */
const SURE = 0.8
/**
 * Degrees the fovea lies below the disc's level in an upright photograph, its spread, and the share of photographs that
 * are upright: some cameras give them turned by 180 degrees, where the fovea lies above. The share is assumed.
 */
const BELOW = { mean: 7, spread: 5.5, upright: 0.85 }
/** Beyond so many degrees the photograph lies on its side, and beyond the second it is turned by a quarter. */
export const TILTED = 30
export const QUARTER = 60
const FITS_ILL = 0.3
/** A pair is never certain. */
const LIMIT = 0.98

const logistic = (odds: number) => 1 / (1 + Math.exp(-odds))

/** Whether disc and fovea are a pair in a photograph turned by a quarter. */
export function lieAside({ disc, fovea }: Pick<Marks, 'disc' | 'fovea'>): boolean {
  if (!disc || !fovea) return false
  const { angle, fits } = between(disc, fovea)
  return fits && Math.abs(angle) > QUARTER
}

/** The chance of a right eye by disc and fovea: upright, the disc of a right eye lies to the viewer's right. */
function byPair(disc: Landmark, fovea: Landmark): number {
  const pair = between(disc, fovea)
  const { dx, angle } = pair
  const prior = Math.log(BELOW.upright / (1 - BELOW.upright))
  const upright = logistic(prior + (2 * BELOW.mean * angle) / BELOW.spread ** 2)
  const fits = pair.fits ? 1 : FITS_ILL
  const level = Math.abs(angle) > TILTED ? FITS_ILL : 1
  const seen = Math.min(1, Math.max(0, (fovea.peak - 0.2) / 0.4))
  const right = dx > 0 ? upright : 1 - upright
  return 0.5 + LIMIT * seen * fits * level * (right - 0.5)
}

/** By the side of the field on which the disc lies. Alone it says little. */
function bySide(disc: Landmark, { centre, diameter }: Field): number {
  const off = (disc.centre[0] - centre[0]) / diameter
  return 0.5 + Math.max(-0.1, Math.min(0.1, off))
}

/** The eye and the chance that it is right. null below `SURE`. */
export function findEye({ disc, fovea, field }: Marks): { eye: Eye; confidence: number } | null {
  if (!disc) return null
  const right = fovea ? byPair(disc, fovea) : bySide(disc, field)
  const confidence = Math.max(right, 1 - right)
  return confidence < SURE ? null : { eye: right > 0.5 ? 'OD' : 'OS', confidence }
}

/** Whether a place lies nasal of another in an upright photograph. */
export function isNasal(eye: Eye, [x]: Spot, [middle]: Spot): boolean {
  return eye === 'OD' ? x > middle : x < middle
}
