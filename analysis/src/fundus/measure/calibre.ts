import type { VesselMeasures } from '@mingmou/contract'
import { DECISIONS } from '../decisions.ts'
import { ARTERY, VEIN } from './kinds.ts'
import { joined, type Meeting } from '../../geometry/trace.ts'
import type { Width } from '../../geometry/width.ts'

/** The most vessels of each kind in a summary. */
const MOST = 6
/** The largest turn, in radians, of one vessel at a branch point. */
const TURN = Math.PI / 4
/** The least length of a vessel in the ring, disc diameters. */
const SHORTEST = 0.2
/** Knudtson 2003, Curr Eye Res 27:143. */
const FACTOR = { [ARTERY]: 0.88, [VEIN]: 0.95 } as const

/**
 * Knudtson's summary of widths. The widest and the narrowest become one, and so on, until one is
 * left. The middle one of an odd number waits for the next round.
 */
export function summary(widths: readonly number[], factor: number): number {
  let left = [...widths].sort((a, b) => a - b)
  while (left.length > 1) {
    const next: number[] = []
    for (let i = 0; i < Math.floor(left.length / 2); i++)
      next.push(factor * Math.hypot(left[i] ?? 0, left[left.length - 1 - i] ?? 0))
    if (left.length % 2) next.push(left[(left.length - 1) / 2] ?? 0)
    left = next.sort((a, b) => a - b)
  }
  return left[0] ?? 0
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = (sorted.length - 1) / 2
  return ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half)] ?? 0)) / 2
}

/** The median width of each vessel of a ring, px. Segments that go straight on are one vessel. */
export function vesselsIn(
  ring: readonly (readonly Width[])[],
  kinds: Uint8Array,
  meetings: readonly Meeting[],
  shortest: number,
): { kind: number; width: number }[] {
  const inRing = (segment: number) => (ring[segment]?.length ?? 0) > 0
  const alike = (one: number, other: number) =>
    kinds[one] === kinds[other] && inRing(one) && inRing(other)
  const root = ring.map((_, segment) => segment)
  const rootOf = (segment: number): number => {
    const up = root[segment] ?? segment
    return up === segment ? segment : rootOf(up)
  }
  for (const [one, other] of joined(meetings, TURN, alike)) root[rootOf(one)] = rootOf(other)
  const vessels = new Map<number, Width[]>()
  for (const [segment, widths] of ring.entries()) {
    const at = rootOf(segment)
    vessels.set(at, [...(vessels.get(at) ?? []), ...widths])
  }
  return [...vessels]
    .filter(([, widths]) => widths.reduce((sum, w) => sum + w.length, 0) >= shortest)
    .map(([at, widths]) => ({ kind: kinds[at] ?? 0, width: median(widths.map((w) => w.width)) }))
}

/**
 * Knudtson's equivalents of the largest arteries and veins of zone B, as many of each, and their ratio. `ring` holds the widths in the zone by segment, px of the map; `step` is px of the image for one of the map.
 */
export function calibreOf(
  ring: readonly (readonly Width[])[],
  kinds: Uint8Array,
  meetings: readonly Meeting[],
  discDiameter: number,
  step: number,
): VesselMeasures['calibre'] {
  const vessels = vesselsIn(ring, kinds, meetings, SHORTEST * discDiameter)
  const largest = (kind: number) =>
    vessels
      .filter((vessel) => vessel.kind === kind)
      .map(({ width }) => width)
      .sort((a, b) => b - a)
      .slice(0, MOST)
  const [arteries, veins] = [largest(ARTERY), largest(VEIN)]
  const count = Math.min(arteries.length, veins.length)
  if (count < DECISIONS.vessels.least_pairs) return null
  const crae = step * summary(arteries.slice(0, count), FACTOR[ARTERY])
  const crve = step * summary(veins.slice(0, count), FACTOR[VEIN])
  return { crae, crve, avr: crae / crve, arteries: arteries.length, veins: veins.length }
}
