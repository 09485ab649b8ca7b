import type { Eye, VesselMeasures } from '@mingmou/contract'
import type { Spot } from '../../geometry/circle.ts'
import type { Grey } from '../../image.ts'
import { DECISIONS } from '../decisions.ts'

/** Disc diameters from the margin of the disc. */
export const ZONE_B = [0.5, 1] as const
export const ZONE_C = [0.5, 2] as const

/** A disc, px of a map. */
export interface Round {
  centre: Spot
  diameter: number
}

/** How far a place lies from the margin of the disc, disc diameters. */
export const marginOf = ({ centre, diameter }: Round, [x, y]: Spot): number =>
  Math.hypot(x - centre[0], y - centre[1]) / diameter - 0.5

/** Whether a place lies in a ring around the disc. */
export function inRing(disc: Round, [from, to]: readonly [number, number], place: Spot): boolean {
  const margin = marginOf(disc, place)
  return margin >= from && margin < to
}

/** Percent of vessel in the visible part of a ring. null where too little is visible. */
export function ringDensity(
  mask: Grey<Uint8Array>,
  field: Grey<Uint8Array>,
  disc: Round,
  zone: readonly [number, number],
): number | null {
  const reach = disc.diameter * (0.5 + zone[1])
  const inner = disc.diameter * (0.5 + zone[0])
  let [visible, vessel] = [0, 0]
  const top = Math.max(0, Math.floor(disc.centre[1] - reach))
  const bottom = Math.min(mask.height - 1, Math.ceil(disc.centre[1] + reach))
  const left = Math.max(0, Math.floor(disc.centre[0] - reach))
  const right = Math.min(mask.width - 1, Math.ceil(disc.centre[0] + reach))
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const at = y * mask.width + x
      const square = (x - disc.centre[0]) ** 2 + (y - disc.centre[1]) ** 2
      if (!field.data[at] || square < inner ** 2 || square >= reach ** 2) continue
      visible++
      if (mask.data[at]) vessel++
    }
  const whole = Math.PI * (reach ** 2 - inner ** 2)
  return visible < DECISIONS.vessels.least_zone_seen * whole ? null : (100 * vessel) / visible
}

const [UP, RIGHT, DOWN, LEFT] = [0, 1, 2, 3] as const

/** Percent of vessel in the quarters around the disc, which its diagonals separate. */
export function quarterDensity(
  mask: Grey<Uint8Array>,
  field: Grey<Uint8Array>,
  centre: Spot,
  eye: Eye,
): NonNullable<VesselMeasures['quadrants']> {
  const visible = [0, 0, 0, 0]
  const vessel = [0, 0, 0, 0]
  for (let y = 0; y < mask.height; y++)
    for (let x = 0; x < mask.width; x++) {
      const at = y * mask.width + x
      if (!field.data[at]) continue
      const dx = x - centre[0]
      const dy = y - centre[1]
      const quarter = Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? RIGHT : LEFT) : dy < 0 ? UP : DOWN
      visible[quarter] = (visible[quarter] ?? 0) + 1
      if (mask.data[at]) vessel[quarter] = (vessel[quarter] ?? 0) + 1
    }
  const share = (quarter: number) =>
    (100 * (vessel[quarter] ?? 0)) / Math.max(1, visible[quarter] ?? 0)
  return {
    superior: share(UP),
    inferior: share(DOWN),
    nasal: share(eye === 'OD' ? RIGHT : LEFT),
    temporal: share(eye === 'OD' ? LEFT : RIGHT),
  }
}
