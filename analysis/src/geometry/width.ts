import type { Spot } from './circle.ts'
import type { Grey } from '../image.ts'
import { smoothed } from './path.ts'
import { CUT, valueAt } from './part.ts'
import type { Segment } from './segments.ts'

/** A place along a vessel and the width there, px of the map. */
export interface Width {
  at: Spot
  width: number
  /** The length of vessel that the place stands for. */
  length: number
}

/** Path pixels between two measurements, and to either side for the direction. */
const EVERY = 2
const SPAN = 4
/** Smoothing of the path, px. */
const SIGMA = 4
/** No vessel is wider than this, px of the map. */
const WIDEST = 60

/**
 * The distance from the middle of a vessel to where the map falls below its cut, at a sub-pixel
 * place.
 */
function halfWidth(map: Grey, [x, y]: Spot, [dx, dy]: Spot): number | null {
  let before = valueAt(map, x, y)
  if (before < CUT) return null
  for (let r = 0.25; r <= WIDEST; r += 0.25) {
    const now = valueAt(map, x + r * dx, y + r * dy)
    if (now < CUT) return r - (0.25 * (CUT - now)) / (before - now)
    before = now
  }
  return null
}

/**
 * Widths across a segment, at sub-pixel places where the probability crosses its cut on both sides. Places closer to a
 * branch point than the width of the vessel are left out: two vessels merge there.
 */
export function widthsOf(segment: Segment, map: Grey): Width[] {
  const { xs, ys } = smoothed(segment, SIGMA)
  const last = xs.length - 1
  const widths: (Width & { index: number })[] = []
  for (let i = SPAN; i <= last - SPAN; i += EVERY) {
    const at = [xs[i] ?? 0, ys[i] ?? 0] as const
    const [tx, ty] = [
      (xs[i + SPAN] ?? 0) - (xs[i - SPAN] ?? 0),
      (ys[i + SPAN] ?? 0) - (ys[i - SPAN] ?? 0),
    ]
    const along = Math.hypot(tx, ty)
    if (along === 0) continue
    const [nx, ny] = [-ty / along, tx / along]
    const left = halfWidth(map, at, [nx, ny])
    const right = halfWidth(map, at, [-nx, -ny])
    if (left === null || right === null) continue
    widths.push({ at, width: left + right, length: (along * EVERY) / (2 * SPAN), index: i })
  }
  const clear = (index: number, width: number, side: 0 | 1) =>
    segment.free[side] || (side === 0 ? index : last - index) >= width
  return widths.filter(({ index, width }) => clear(index, width, 0) && clear(index, width, 1))
}
