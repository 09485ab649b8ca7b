import type { Spot } from './circle.ts'
import type { Grey } from '../image.ts'
import { prune, segmentsOf, type Segment } from './segments.ts'
import { skeletonOf } from './skeleton.ts'

/** A vessel mask with its centrelines. */
export interface Trace {
  mask: Grey<Uint8Array>
  skeleton: Grey<Uint8Array>
  segments: Segment[]
}

export function traceOf(mask: Grey<Uint8Array>): Trace {
  const skeleton = prune(skeletonOf(mask), mask)
  return { mask, skeleton, segments: segmentsOf(skeleton) }
}

/** One end of a segment at a branch point, and its direction from there. */
export interface End {
  segment: number
  away: Spot
}
/** Two ends at one place, and the turn in radians that the vessel would make there if both were of it. */
export interface Meeting {
  one: End
  other: End
  turn: number
  /** The number of ends that meet: three at a branch, four at a crossing. */
  ends: number
}

/** The px over which the direction of an end is taken. */
const REACH = 12
/** Branch points closer than this, px, are one place. Thinning makes two of a crossing. */
const NEAR = 6

function endsOf(segments: readonly Segment[]): (End & { x: number; y: number })[] {
  return segments.flatMap(({ xs, ys, free }, segment) => {
    const last = xs.length - 1
    return ([0, 1] as const).flatMap((side) => {
      if (free[side]) return []
      const at = side === 0 ? 0 : last
      const to = side === 0 ? Math.min(last, REACH) : Math.max(0, last - REACH)
      const [x, y] = [xs[at] ?? 0, ys[at] ?? 0]
      const [dx, dy] = [(xs[to] ?? 0) - x, (ys[to] ?? 0) - y]
      const length = Math.hypot(dx, dy) || 1
      return [{ segment, x, y, away: [dx / length, dy / length] as const }]
    })
  })
}

/** All pairs of meeting ends, the straightest first. */
export function meetingsOf(segments: readonly Segment[]): Meeting[] {
  const ends = endsOf(segments)
  const cells = new Map<string, number[]>()
  for (const [i, { x, y }] of ends.entries()) {
    const key = `${Math.floor(x / NEAR)},${Math.floor(y / NEAR)}`
    cells.set(key, [...(cells.get(key) ?? []), i])
  }
  const near = (i: number): number[] => {
    const { x, y } = ends[i] ?? { x: 0, y: 0 }
    const found: number[] = []
    for (let cy = -1; cy <= 1; cy++)
      for (let cx = -1; cx <= 1; cx++)
        for (const j of cells.get(`${Math.floor(x / NEAR) + cx},${Math.floor(y / NEAR) + cy}`) ??
          [])
          if (j !== i && Math.hypot((ends[j]?.x ?? 0) - x, (ends[j]?.y ?? 0) - y) <= NEAR)
            found.push(j)
    return found
  }
  const meetings: Meeting[] = []
  for (const [i, one] of ends.entries()) {
    const others = near(i)
    for (const j of others) {
      const other = ends[j]
      if (!other || j < i || other.segment === one.segment) continue
      const cosine = -(one.away[0] * other.away[0] + one.away[1] * other.away[1])
      const turn = Math.acos(Math.min(1, Math.max(-1, cosine)))
      meetings.push({ one, other, turn, ends: others.length + 1 })
    }
  }
  return meetings.sort((a, b) => a.turn - b.turn)
}
