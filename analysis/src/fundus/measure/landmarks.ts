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
  /** A disc as the network of the whole field draws it, which is too wide. */
  rough?: boolean
}

const inImage = (map: PartMap, { centre, pixels, peak }: Blob): Landmark => ({
  centre: toImage(map, centre),
  diameter: 2 * Math.sqrt(pixels.length / Math.PI) * stepOf(map),
  peak,
})

/** The disc in the coarse map; null where nothing reaches the cut, or where it is too small for the field. */
export function findDisc(map: PartMap, field: Field): Landmark | null {
  const blob = mainOf(blobsOf(map, CUT))
  if (!blob) return null
  const disc = { ...inImage(map, blob), rough: true }
  return isTooSmall(disc.diameter, field) ? null : disc
}

/** Whether a disc of this diameter is too small for its field, or for a part of one. */
export function isTooSmall(diameter: number, { box, ...field }: Field): boolean {
  const { least_in_part, least_in_field } = DECISIONS.disc
  return isPart(field)
    ? diameter < least_in_part * Math.max(box.width, box.height)
    : diameter < least_in_field * field.diameter
}

/**
 * How a fovea lies to the disc: by degrees below the disc's level (negative: above), by px that the disc
 * lies to its right, and `level` as in an upright photograph or one turned by a half, `aside` as in one
 * turned by a quarter. null: as no fovea lies.
 */
export function between(disc: Landmark, fovea: Landmark) {
  const dx = disc.centre[0] - fovea.centre[0]
  const down = fovea.centre[1] - disc.centre[1]
  const angle = (180 * Math.atan2(down, Math.abs(dx))) / Math.PI
  const apart = Math.hypot(dx, down) / disc.diameter
  const { least_dd, least_rough_dd, most_dd, most_tilt_deg } = DECISIONS.pair
  const least = disc.rough ? least_rough_dd : least_dd
  const off = Math.abs(angle)
  const across = off >= 90 - most_tilt_deg ? 'aside' : null
  const way = off <= most_tilt_deg ? 'level' : across
  return { dx, angle, lies: apart >= least && apart <= most_dd ? way : null }
}

/** What the network takes for a fovea: the middle of each bump's upper half, the highest first. */
function bumpsOf(map: PartMap, least: number): Landmark[] {
  const peaks = blobsOf(map, least / 2).flatMap(({ peak }) => (peak >= least ? [peak] : []))
  return peaks
    .sort((a, b) => b - a)
    .flatMap((peak) => {
      const blob = blobsOf(map, peak / 2).find((blob) => blob.peak === peak)
      return blob ? [inImage(map, blob)] : []
    })
}

/** Whether a place cannot be the fovea, whatever the network says. */
export type Excluded = (place: Spot) => boolean

export interface FoundFovea {
  fovea: Landmark | null
  /** The photograph is turned by a quarter. */
  aside: boolean
  /** The surest place that was not taken, where the network was sure of one and none was. */
  unfit: Landmark | null
  /** Another place lies to the disc as a fovea does, and the network is nearly as sure of it. */
  rivalled: boolean
}

const NONE: FoundFovea = { fovea: null, aside: false, unfit: null, rivalled: false }

/**
 * The fovea: the highest bump that lies to the disc as a fovea does, and in no lesion. A bump below
 * the cut must lie as in an upright photograph, and where the network is surer of another place, neither
 * is taken. Without a disc the highest is the fovea.
 */
export function findFovea(
  map: PartMap,
  disc: Landmark | null,
  excluded: Excluded = () => false,
): FoundFovea {
  const bumps = bumpsOf(map, disc ? DECISIONS.fovea.faint_peak : CUT)
  const free = bumps.filter(({ centre }) => !excluded(centre))
  const isSure = ({ peak }: Landmark) => peak >= CUT
  const plausible = free.filter((place) => !disc || between(disc, place).lies === 'level')
  const [level] = plausible
  const turned = free.find(
    (place) => disc && isSure(place) && between(disc, place).lies === 'aside',
  )
  if (level && (isSure(level) || !free.some(isSure))) {
    const rivalled = disc !== null && plausible.some((place) => isRival(level, place, disc))
    return { ...NONE, fovea: level, rivalled }
  }
  if (turned && !level) return { ...NONE, fovea: turned, aside: true }
  return { ...NONE, unfit: bumps.find(isSure) ?? null }
}

/** Whether a place as plausible as the fovea lies so far from it, and is so sure, that either may be the fovea. */
function isRival(fovea: Landmark, { centre: [x, y], peak }: Landmark, disc: Landmark): boolean {
  const { rival_peak, tolerance_dd } = DECISIONS.fovea
  const apart = Math.hypot(x - fovea.centre[0], y - fovea.centre[1])
  return peak >= rival_peak * fovea.peak && apart > tolerance_dd * disc.diameter
}
