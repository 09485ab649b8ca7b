import type { DiscMeasures, Eye, Reason, Scale } from '@mingmou/contract'
import type { Spot } from '../../geometry/circle.ts'
import type { Ledger } from '../../certainty/ledger.ts'
import { DECISIONS } from '../decisions.ts'
import type { DiscMaps } from '../predictions.ts'
import type { PartMap } from '../../geometry/part.ts'
import { blobsOf, mainOf } from '../../geometry/blobs.ts'
import { damageOf } from './ddls.ts'
import {
  areaOf,
  extentsOf,
  middleOf,
  outlineOf,
  profileOf,
  RAYS,
  stretchesOf,
} from '../../geometry/outline.ts'
import { stepOf, toMap } from '../../geometry/part.ts'

/** The outlines of disc and cup, px of the image. */
export interface DiscShape {
  disc: Spot[]
  cup: Spot[] | null
  centre: Spot
  /** How open the edge of the cup is: half the difference of the vertical ratio between a lower and a higher cut. */
  openEdge: number
  /** Degrees by which the retina lies on its side, clockwise in the picture. 0 where it is about upright. */
  tilt: number
}

/** Height of the part that reaches a cut, px of the image. It is the width where the photograph was turned by a quarter. */
function heightAt(cup: PartMap, cut: number, aside: boolean): number {
  const blob = mainOf(blobsOf(cup, cut))
  if (!blob) return 0
  let [top, bottom] = [Infinity, -Infinity]
  for (const at of blob.pixels) {
    const line = aside ? at % cup.width : Math.floor(at / cup.width)
    top = Math.min(top, line)
    bottom = Math.max(bottom, line)
  }
  return (bottom - top + 1) * stepOf(cup)
}

/** The cup is limited to the disc. */
function within(cup: PartMap, disc: readonly Spot[]): PartMap {
  const data = new Float32Array(cup.data.length)
  const rows = stretchesOf(
    disc.map((spot) => toMap(cup, spot)),
    cup.height,
  )
  for (const [y, crossings] of rows.entries())
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const from = y * cup.width + Math.max(0, Math.ceil(crossings[k] ?? 0))
      const to = y * cup.width + Math.min(cup.width, Math.ceil(crossings[k + 1] ?? 0))
      if (to > from) data.set(cup.data.subarray(from, to), from)
    }
  return { ...cup, data }
}

/** Disc and cup as single smooth regions, the cup inside the disc. null where the map shows no disc. */
export function shapeOf(maps: Pick<DiscMaps, 'disc' | 'cup'>, tilt = 0): DiscShape | null {
  const disc = outlineOf(maps.disc)
  if (!disc) return null
  const cup = within(maps.cup, disc)
  const [low, high] = DECISIONS.cup.edge_cuts
  const [outer, inner] = [heightAt(cup, low, tilt === 90), heightAt(cup, high, tilt === 90)]
  return {
    disc,
    cup: outlineOf(cup),
    centre: middleOf(disc),
    openEdge: (outer - inner) / 2 / extentsOf(disc, tilt).height,
    tilt,
  }
}

/** Vertical cup-to-disc ratio, along the vertical of the image unless the retina lies on its side. null without a cup. */
export function vcdrOf({ disc, cup, tilt }: DiscShape): number | null {
  return cup && Math.min(1, extentsOf(cup, tilt).height / extentsOf(disc, tilt).height)
}

/** Width of the rim over the disc's diameter in the same axis, in every direction from the middle of the disc. */
export function rimOf({ disc, cup, centre }: DiscShape): number[] | null {
  if (!cup) return null
  const outer = profileOf(disc, centre)
  const inner = profileOf(cup, centre)
  return outer.map((reach, ray) => {
    const diameter = reach + (outer[(ray + RAYS / 2) % RAYS] ?? reach)
    return Math.max(0, reach - (inner[ray] ?? 0)) / diameter
  })
}

/** The direction of a clock hour for the viewer: twelve is up, three is right. */
const rayOf = (hour: number) => (RAYS + Math.round(((hour - 3) * RAYS) / 12)) % RAYS

/** Mean over the thirty degrees around each hour, twelve o'clock first. */
export function byClock(rim: readonly number[]): number[] {
  const half = RAYS / 24
  return Array.from({ length: 12 }, (_, hour) => {
    let sum = 0
    for (let k = -half; k <= half; k++) {
      const value = rim[(rayOf(hour) + k + RAYS) % RAYS] ?? 0
      sum += Math.abs(k) === half ? value / 2 : value
    }
    return sum / (2 * half)
  })
}

const meanAt = (clock: readonly number[], hours: readonly number[]) =>
  hours.reduce((sum, hour) => sum + (clock[hour % 12] ?? 0), 0) / hours.length

/** The order of the rim in most healthy discs: inferior, superior, nasal, temporal, each the mean of three hours. */
function followsIsnt(clock: readonly number[], eye: Eye): boolean {
  const sides = { right: meanAt(clock, [2, 3, 4]), left: meanAt(clock, [8, 9, 10]) }
  const [nasal, temporal] = eye === 'OD' ? [sides.right, sides.left] : [sides.left, sides.right]
  const inferior = meanAt(clock, [5, 6, 7])
  const superior = meanAt(clock, [11, 12, 1])
  return inferior >= superior && superior >= nasal && nasal >= temporal
}

function regionOf(
  outline: readonly Spot[],
  fieldArea: number | null,
  tilt: number,
): DiscMeasures['disc'] {
  const area = areaOf(outline)
  return {
    area,
    percent: fieldArea && (100 * area) / fieldArea,
    ...extentsOf(outline, tilt),
    outline: outline.map(([x, y]) => [Math.round(10 * x) / 10, Math.round(10 * y) / 10]),
  }
}

/** What of the disc's measures rests on the cup. */
export const OF_CUP = ['cup', 'odr', 'hcdr', 'rim', 'isnt', 'ddls'] as const

/**
 * The disc's measures. `noCup` is the reason for a missing cup. `fieldArea` is null where the field
 * is not seen whole. Extents run along the image's own axes, as clinicians read a photograph, unless
 * it lies on its side.
 */
export function measureDisc(
  shape: DiscShape,
  known: {
    fieldArea: number | null
    /** Why the field is not seen whole. */
    cut?: Reason
    eye: Eye | null
    scale: Scale | null
    /** Why nothing is said of sides and hours; null where the retina is upright. */
    unplaced?: Reason | null
  },
  noCup: Reason,
  ledger: Ledger,
): DiscMeasures {
  const disc = regionOf(shape.disc, known.fieldArea, shape.tilt)
  const cup = shape.cup && regionOf(shape.cup, known.fieldArea, shape.tilt)
  const { cut = 'field_cut' } = known
  if (disc.percent === null) ledger.missing('disc.disc.percent', cut)
  if (cup?.percent === null) ledger.missing('disc.cup.percent', cut)
  const rim = rimOf(shape)
  if (!cup || !rim) {
    for (const name of OF_CUP) ledger.missing(`disc.${name}`, noCup)
    return { disc, cup: null, odr: null, hcdr: null, rim: null, isnt: null, ddls: null }
  }
  const whole = {
    disc,
    cup,
    odr: Math.min(1, cup.area / disc.area),
    hcdr: Math.min(1, cup.width / disc.width),
  }
  if (shape.tilt !== 0) {
    for (const name of ['rim', 'isnt', 'ddls']) ledger.missing(`disc.${name}`, 'turned')
    return { ...whole, rim: null, isnt: null, ddls: null }
  }
  const clock = byClock(rim)
  const { eye, unplaced } = known
  const ddls = damageOf(rim, known.scale && disc.height * known.scale.mm_per_px)
  return {
    ...whole,
    rim: unplaced ? ledger.missing('disc.rim', unplaced) : clock,
    isnt: eye ? followsIsnt(clock, eye) : ledger.missing('disc.isnt', unplaced ?? 'eye_unknown'),
    ddls: unplaced
      ? { ...ddls, clock_hour: ledger.missing('disc.ddls.clock_hour', unplaced) }
      : ddls,
  }
}
