import type { Spot } from '../../geometry/circle.ts'
import type { PartMap } from '../../geometry/part.ts'
import { blobsOf, mainOf, type Blob } from '../../geometry/blobs.ts'
import { CUT, stepOf, toImage } from '../../geometry/part.ts'
import { isPart, type Field } from '../../field.ts'
import { DECISIONS } from '../decisions.ts'

export interface Landmark {
  /** px of the image */
  centre: Spot
  /** Diameter of its area taken as round, px of the image. */
  diameter: number
  /** The highest probability. */
  peak: number
}

const inImage = (map: PartMap, { centre, pixels, peak }: Blob): Landmark => ({
  centre: toImage(map, centre),
  diameter: 2 * Math.sqrt(pixels.length / Math.PI) * stepOf(map),
  peak,
})

/** The disc in the coarse map; null where nothing reaches the cut, or where it is too small for a part of a field. */
export function findDisc(map: PartMap, field: Field): Landmark | null {
  const blob = mainOf(blobsOf(map, CUT))
  if (!blob) return null
  const disc = inImage(map, blob)
  return isTooSmall(disc.diameter, field) ? null : disc
}

/** Whether a disc of this diameter is too small for a part of a field. */
export function isTooSmall(diameter: number, field: Field): boolean {
  const least = DECISIONS.disc.least_in_part * Math.max(field.box.width, field.box.height)
  return isPart(field) && diameter < least
}

/**
 * The place of the fovea relative to the disc. Degrees below the disc's level (negative: above),
 * and px by which the disc lies to its right. Also whether they lie as far apart as a pair does.
 */
export function between(disc: Landmark, fovea: Landmark) {
  const dx = disc.centre[0] - fovea.centre[0]
  const down = fovea.centre[1] - disc.centre[1]
  const angle = (180 * Math.atan2(down, Math.abs(dx))) / Math.PI
  const apart = Math.hypot(dx, down) / disc.diameter
  return { dx, angle, fits: apart > DECISIONS.pair.least_dd && apart < DECISIONS.pair.most_dd }
}

/** Whether they lie to each other as disc and fovea of an upright photograph do. */
export function isPair(disc: Landmark, fovea: Landmark): boolean {
  const { angle, fits } = between(disc, fovea)
  return fits && Math.abs(angle) < DECISIONS.fovea.faint_level_deg
}

/**
 * The fovea: the middle of the bump's upper half. null where no peak reaches the cut. A fainter peak is the fovea where
 * it lies to the disc as a fovea does.
 */
export function findFovea(map: PartMap, disc: Landmark | null): Landmark | null {
  const peak = map.data.reduce((most, value) => Math.max(most, value), 0)
  if (peak < (disc ? DECISIONS.fovea.faint_peak : CUT)) return null
  const blob = blobsOf(map, peak / 2).find((one) => one.peak === peak)
  const fovea = blob ? inImage(map, blob) : null
  if (!fovea || !disc || peak >= CUT) return fovea
  return isPair(disc, fovea) ? fovea : null
}
