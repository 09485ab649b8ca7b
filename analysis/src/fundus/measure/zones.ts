import type { Eye, VesselMeasures } from '@mingmou/contract'
import type { Spot } from '../../circle.ts'
import type { Grey } from '../../image.ts'
import { isNasal } from '../eye.ts'

/** Disc diameters from the disc's margin. */
export const ZONE_B = [0.5, 1] as const
export const ZONE_C = [0.5, 2] as const
/** Share of a ring or quarter that the field must show. */
const LEAST_SEEN = 0.5

/** A disc, px of a map. */
export interface Round {
  centre: Spot
  diameter: number
}

/** Whether a place lies in a ring around the disc. */
export function inRing(
  { centre, diameter }: Round,
  [from, to]: readonly [number, number],
  [x, y]: Spot,
): boolean {
  const margin = Math.hypot(x - centre[0], y - centre[1]) / diameter - 0.5
  return margin >= from && margin < to
}

/** Percent of what the field shows of a ring that is vessel; null where it shows too little of it. */
export function ringDensity(
  mask: Grey<Uint8Array>,
  field: Grey<Uint8Array>,
  disc: Round,
  zone: readonly [number, number],
): number | null {
  const reach = disc.diameter * (0.5 + zone[1])
  let [seen, vessel] = [0, 0]
  const top = Math.max(0, Math.floor(disc.centre[1] - reach))
  const bottom = Math.min(mask.height - 1, Math.ceil(disc.centre[1] + reach))
  const left = Math.max(0, Math.floor(disc.centre[0] - reach))
  const right = Math.min(mask.width - 1, Math.ceil(disc.centre[0] + reach))
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const at = y * mask.width + x
      if (!field.data[at] || !inRing(disc, zone, [x, y])) continue
      seen++
      if (mask.data[at]) vessel++
    }
  const inner = disc.diameter * (0.5 + zone[0])
  const whole = Math.PI * (reach ** 2 - inner ** 2)
  return seen < LEAST_SEEN * whole ? null : (100 * vessel) / seen
}

/** Percent of vessel in the quarters around the disc, parted by its diagonals. */
export function quarterDensity(
  mask: Grey<Uint8Array>,
  field: Grey<Uint8Array>,
  centre: Spot,
  eye: Eye,
): NonNullable<VesselMeasures['quadrants']> {
  const seen = { superior: 0, inferior: 0, nasal: 0, temporal: 0 }
  const vessel = { superior: 0, inferior: 0, nasal: 0, temporal: 0 }
  for (let y = 0; y < mask.height; y++)
    for (let x = 0; x < mask.width; x++) {
      const at = y * mask.width + x
      if (!field.data[at]) continue
      const [dx, dy] = [x - centre[0], y - centre[1]]
      const level = isNasal(eye, [x, y], centre) ? 'nasal' : 'temporal'
      const upright = dy < 0 ? 'superior' : 'inferior'
      const quarter = Math.abs(dx) > Math.abs(dy) ? level : upright
      seen[quarter]++
      if (mask.data[at]) vessel[quarter]++
    }
  const share = (quarter: keyof typeof seen) => (100 * vessel[quarter]) / Math.max(1, seen[quarter])
  return {
    superior: share('superior'),
    inferior: share('inferior'),
    nasal: share('nasal'),
    temporal: share('temporal'),
  }
}
