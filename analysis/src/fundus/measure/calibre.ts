import type { VesselMeasures } from '@mingmou/contract'
import { DECISIONS } from '../decisions.ts'
import type { Segment } from '../../geometry/segments.ts'
import type { Width } from '../../geometry/width.ts'
import { marginOf, ZONE_B, type Round } from './zones.ts'

/** The most vessels of each kind in a summary. */
const MOST = 6
/** Circles through zone B. */
const CIRCLES = 11
/** So many places of a vessel, those nearest to a circle, say its width there. */
const PLACES = 9
/** Knudtson 2003, Curr Eye Res 27:143. */
const ARTERIES = 0.88
const VEINS = 0.95

/** A vessel where it crosses a circle: its width, and how much of an artery it is, 0..1. */
interface Crossing {
  width: number
  artery: number
}

/**
 * Knudtson's summary of the widest of some vessels; `weight` says how much of a vessel counts, and
 * `count` how many count in all. He joins the vessels by pairs, and each round multiplies by the
 * factor once. As one sum over the log2(count) rounds the summary has a value for parts of a vessel
 * too. It is his for one, two and four vessels, and within 1 % of his for five and six.
 */
export function summary(
  vessels: readonly { width: number; weight: number }[],
  count: number,
  factor: number,
): number {
  let [left, squares] = [count, 0]
  for (const { width, weight } of vessels.toSorted((a, b) => b.width - a.width)) {
    squares += Math.min(left, weight) * width ** 2
    left -= Math.min(left, weight)
  }
  return factor ** Math.log2(count) * Math.sqrt(squares)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = (sorted.length - 1) / 2
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half)] ?? 0)) / 2
}

/** A segment near the disc: how far its path and its widths lie from the margin, and how much of an artery it is. */
interface Near {
  path: readonly number[]
  places: readonly { margin: number; width: number }[]
  artery: number
}

/** The mean of the middle half. */
function middleOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const beside = Math.floor(sorted.length / 4)
  const middle = sorted.slice(beside, sorted.length - beside)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}

/** The vessels that cross a circle. Near a branch point no width can be taken; the nearest stand for it. */
function crossingsOf(segments: readonly Near[], circle: number): Crossing[] {
  return segments.flatMap(({ path, places, artery }) => {
    const crosses = path.some(
      (margin, i) => i > 0 && margin < circle !== (path[i - 1] ?? 0) < circle,
    )
    if (!crosses) return []
    const away = ({ margin }: { margin: number }) => Math.abs(margin - circle)
    const nearest = places.toSorted((a, b) => away(a) - away(b)).slice(0, PLACES)
    return [{ width: median(nearest.map(({ width }) => width)), artery }]
  })
}

/** The equivalents of one circle, of as many arteries as veins. null where it shows less than one of each. */
function equivalentsOf(crossings: readonly Crossing[]) {
  const of = (chance: (artery: number) => number) => {
    const vessels = crossings.map(({ width, artery }) => ({ width, weight: chance(artery) }))
    return { vessels, count: vessels.reduce((sum, { weight }) => sum + weight, 0) }
  }
  const [arteries, veins] = [of((artery) => artery), of((artery) => 1 - artery)]
  const pairs = Math.min(MOST, arteries.count, veins.count)
  if (pairs < 1) return null
  const crae = summary(arteries.vessels, pairs, ARTERIES)
  const crve = summary(veins.vessels, pairs, VEINS)
  return { avr: crae / crve, both: crae * crve, arteries: arteries.count, veins: veins.count }
}

/**
 * Knudtson's equivalents of the largest arteries and veins of zone B, as many of each, and their
 * ratio; `ratios` are those of the single circles. `widths` and `shares` belong to the segments: widths
 * px of the map, how much of an artery it is. `step` is px of the image for one of the map.
 *
 * Circles through the zone see each vessel once, whatever its branches and gaps. Ratio and product
 * of the equivalents are means of the middle half of the circles, so that no single place decides.
 * A vessel counts in parts for both kinds where the network wavers: so none changes sides at once.
 */
export function calibreOf(
  segments: readonly Segment[],
  widths: readonly (readonly Width[])[],
  shares: Float64Array,
  round: Round,
  step: number,
): { calibre: NonNullable<VesselMeasures['calibre']>; ratios: number[] } | null {
  const near = segments.flatMap(({ xs, ys }, i): Near[] => {
    const places = widths[i] ?? []
    if (places.length === 0) return []
    const path = Array.from(xs, (x, k) => marginOf(round, [x, ys[k] ?? 0]))
    const placed = places.map(({ at, width }) => ({ width, margin: marginOf(round, at) }))
    return [{ path, places: placed, artery: shares[i] ?? 0.5 }]
  })
  const [from, to] = ZONE_B
  const circles = Array.from({ length: CIRCLES }, (_, i) =>
    equivalentsOf(crossingsOf(near, from + ((to - from) * i) / (CIRCLES - 1))),
  )
  const seen = circles.filter((circle) => circle !== null)
  const count = (kind: 'arteries' | 'veins') =>
    Math.round(median(circles.map((circle) => Math.min(MOST, circle?.[kind] ?? 0))))
  const [arteries, veins] = [count('arteries'), count('veins')]
  if (Math.min(arteries, veins) < DECISIONS.vessels.least_pairs) return null
  const ratios = seen.map(({ avr }) => avr)
  const [avr, both] = [middleOf(ratios), middleOf(seen.map((vessel) => vessel.both))]
  const calibre = {
    crae: step * Math.sqrt(both * avr),
    crve: step * Math.sqrt(both / avr),
    avr,
    arteries,
    veins,
  }
  return { calibre, ratios }
}
