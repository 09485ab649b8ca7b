import type { Eye, Lesion, LesionMeasures, Reason } from '@mingmou/contract'
import type { Curve } from '../../cards.ts'
import type { Spot } from '../../geometry/circle.ts'
import { calibrated } from '../../certainty/calibration.ts'
import { isNasal } from '../eye.ts'
import type { Ledger } from '../../certainty/ledger.ts'
import type { LesionMaps } from '../predictions.ts'
import type { PartMap } from '../../geometry/part.ts'
import { blobsOf } from '../../geometry/blobs.ts'
import { isInside } from '../../geometry/outline.ts'
import { CUT, stepOf, toImage, toMap, valueAt } from '../../geometry/part.ts'
import { DECISIONS } from '../decisions.ts'

/**
 * How a map becomes lesions, by the network's card. A lesion is connected at `low`, peaks at
 * `peak`, and has at least `least_px` px of the map. `curve` calibrates its probability.
 * `sensitivity` is the share of single lesions found, null where it was not measured.
 */
export interface LesionRule {
  low: number
  peak: number
  least_px: number
  curve: Curve
  sensitivity: number | null
  /** A clinician drew them: each counts. */
  drawn?: boolean
}
export type LesionRules = Record<Lesion, LesionRule>

/** A spot that may be a lesion; px of the image. */
export interface FoundLesion {
  /** indices of px of the map */
  pixels: readonly number[]
  centre: Spot
  area: number
  /** Probability that it is a lesion, by its peak. */
  chance: number
  /** 1 where the spot meets its rule. Less for a smaller spot and for a lower peak, and 0 on a scar. */
  strength: number
  /** It would be an exudate, and lies on a suspected scar of laser. */
  onScar?: true
}
export type FoundLesions = Record<Lesion, FoundLesion[]>

const MOST_SPOTS = 50

function found(map: PartMap, { low, peak, least_px, curve }: LesionRule): FoundLesion[] {
  const step = stepOf(map)
  const chanceOf = calibrated(curve)
  return blobsOf(map, low).map((blob) => ({
    pixels: blob.pixels,
    centre: toImage(map, blob.centre),
    area: blob.pixels.length * step * step,
    chance: chanceOf(blob.peak),
    strength:
      Math.min(1, blob.pixels.length / least_px) *
      (blob.peak >= peak ? 1 : (1 - peak) / (1 - blob.peak)),
  }))
}

/** All spots that reach the low cut in the four maps, except spots on the disc that no clinician drew. */
export function findSpots(
  maps: LesionMaps,
  rules: LesionRules,
  disc: readonly Spot[] | null,
): FoundLesions {
  return ofEach((kind) =>
    found(maps[kind], rules[kind]).filter(
      ({ centre }) => rules[kind].drawn || !disc || !isInside(disc, centre),
    ),
  )
}

/** Where exudates speak for macular oedema. */
export interface Macula {
  fovea: Spot
  discDiameter: number
}

export const isNearFovea = (lesion: FoundLesion, { fovea, discDiameter }: Macula): boolean =>
  toEdgeOf(lesion, fovea) <= DECISIONS.retinopathy.oedema_within_dd * discDiameter

/**
 * Marks the exudates that lie on a suspected scar of laser, so that they do not count: scars are bright and are taken for
 * exudates. Hard exudates near the fovea still count, and so does what a clinician drew.
 */
export function besideScars(
  spots: FoundLesions,
  scars: PartMap,
  rules: LesionRules,
  macula: Macula | null,
): FoundLesions {
  const onScar = (lesion: FoundLesion): FoundLesion =>
    valueAt(scars, ...toMap(scars, lesion.centre)) >= CUT
      ? { ...lesion, strength: 0, onScar: true }
      : lesion
  const hard = (lesion: FoundLesion) =>
    macula && isNearFovea(lesion, macula) ? lesion : onScar(lesion)
  return {
    ...spots,
    ...(!rules.hard_exudates.drawn && { hard_exudates: spots.hard_exudates.map(hard) }),
    ...(!rules.soft_exudates.drawn && { soft_exudates: spots.soft_exudates.map(onScar) }),
  }
}

/** The spots that meet their rule. */
export const lesionsOf = (spots: FoundLesions): FoundLesions =>
  ofEach((kind) => spots[kind].filter(({ strength }) => strength === 1))

/** All spots, parted into those that count for the stage and the others. */
export interface SortedSpots {
  counted: FoundLesions
  uncounted: FoundLesions
}

export const sorted = (spots: FoundLesions, counted: FoundLesions): SortedSpots => ({
  counted,
  uncounted: ofEach((kind) => spots[kind].filter((spot) => !counted[kind].includes(spot))),
})

/** A value for every kind of lesion. */
export const ofEach = <T>(of: (kind: Lesion) => T): Record<Lesion, T> => ({
  microaneurysms: of('microaneurysms'),
  haemorrhages: of('haemorrhages'),
  hard_exudates: of('hard_exudates'),
  soft_exudates: of('soft_exudates'),
})

export const NO_LESIONS: FoundLesions = ofEach(() => [])

type Quadrants = NonNullable<LesionMeasures['quadrants']>

/** Counts around a place. */
export function quadrantsOf(lesions: readonly FoundLesion[], middle: Spot, eye: Eye): Quadrants {
  const counts = {
    superior_temporal: 0,
    superior_nasal: 0,
    inferior_temporal: 0,
    inferior_nasal: 0,
  }
  for (const { centre } of lesions) {
    const up = centre[1] < middle[1] ? 'superior' : 'inferior'
    counts[`${up}_${isNasal(eye, centre, middle) ? 'nasal' : 'temporal'}`]++
  }
  return counts
}

interface Around {
  eye: Eye | null
  fovea: Spot | null
  /** Why there is no fovea. */
  lacking: Reason
  /** Why nothing is said of quadrants. */
  unplaced: Reason | null
  /** The fovea, or the middle of the field without one. */
  middle: Spot
  fieldArea: number
  /** The disc's vertical diameter, px of the image. */
  discDiameter: number | null
}

function measured(
  lesions: readonly FoundLesion[],
  uncounted: readonly FoundLesion[],
  around: Around,
  miss: (name: string) => null,
) {
  const { eye, fovea, discDiameter, middle } = around
  const area = lesions.reduce((sum, lesion) => sum + lesion.area, 0)
  const distances = fovea ? lesions.map((lesion) => toEdgeOf(lesion, fovea)) : []
  return {
    count: lesions.length,
    uncounted: uncounted.length,
    area,
    percent: (100 * area) / around.fieldArea,
    quadrants: eye ? quadrantsOf(lesions, middle, eye) : miss('quadrants'),
    fovea_distance_dd:
      distances.length === 0 || discDiameter === null
        ? miss('fovea_distance_dd')
        : Math.min(...distances) / discDiameter,
    spots: [...lesions]
      .sort((a, b) => b.area - a.area)
      .slice(0, MOST_SPOTS)
      .map(({ centre: [x, y], area: size }): [number, number, number] => [
        Math.round(10 * x) / 10,
        Math.round(10 * y) / 10,
        Math.round(10 * Math.sqrt(size / Math.PI)) / 10,
      ]),
  }
}

/** The distance from a place to the edge of a lesion, taken as round, px of the image. */
const toEdgeOf = ({ centre, area }: FoundLesion, [x, y]: Spot): number =>
  Math.max(0, Math.hypot(centre[0] - x, centre[1] - y) - Math.sqrt(area / Math.PI))

export function measureLesions(
  { counted, uncounted }: SortedSpots,
  around: Around,
  ledger: Ledger,
): Record<Lesion, LesionMeasures> {
  const of = (kind: Lesion) =>
    measured(counted[kind], uncounted[kind], around, (name) => {
      const empty = counted[kind].length === 0
      const lacking = around.fovea ? 'no_disc' : around.lacking
      const distance = empty ? 'no_lesion' : lacking
      return ledger.missing(
        `lesions.${kind}.${name}`,
        name === 'quadrants' ? (around.unplaced ?? 'eye_unknown') : distance,
      )
    })
  return ofEach(of)
}
