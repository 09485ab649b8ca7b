import type { Transform } from '@mingmou/contract'
import type { Spot } from '../geometry/circle.ts'
import { RADIUS, type Tree } from './tree.ts'

/**
 * From the grid of one tree to that of another, px: the factors of 1, u, v, u2, uv and v2, where u and v count from the
 * middle of the first field in its radii.
 */
export interface Warp {
  x: readonly number[]
  y: readonly number[]
}

export const termsAt = ({ centre }: Pick<Tree, 'centre'>, x: number, y: number): number[] => {
  const [u, v] = [(x - centre[0]) / RADIUS, (y - centre[1]) / RADIUS]
  return [1, u, v, u * u, u * v, v * v]
}

const dot = (factors: readonly number[], terms: readonly number[]) =>
  factors.reduce((sum, factor, at) => sum + factor * (terms[at] ?? 0), 0)

export function warped(warp: Warp, tree: Pick<Tree, 'centre'>, x: number, y: number): Spot {
  const terms = termsAt(tree, x, y)
  return [dot(warp.x, terms), dot(warp.y, terms)]
}

/** How a small step in the first grid shows in the second: [dx/du, dx/dv, dy/du, dy/dv], for steps of one px. */
export function slopeAt({ x: fx, y: fy }: Warp, tree: Pick<Tree, 'centre'>, x: number, y: number) {
  const [, u = 0, v = 0] = termsAt(tree, x, y)
  const [, a = 0, b = 0, c = 0, d = 0, e = 0] = fx
  const [, f = 0, g = 0, h = 0, i = 0, j = 0] = fy
  return [
    (a + 2 * c * u + d * v) / RADIUS,
    (b + d * u + 2 * e * v) / RADIUS,
    (f + 2 * h * u + i * v) / RADIUS,
    (g + i * u + 2 * j * v) / RADIUS,
  ] as const
}

/** The direction in the second grid of a direction at a place of the first. */
export function turned(
  warp: Warp,
  tree: Pick<Tree, 'centre'>,
  x: number,
  y: number,
  angle: number,
) {
  const [a, b, c, d] = slopeAt(warp, tree, x, y)
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
  return Math.atan2(c * dx + d * dy, a * dx + b * dy)
}

/** The same in px of the two pictures. */
export function inPictures(
  warp: Warp,
  from: Tree,
  to: Tree,
  { width, height }: { width: number; height: number },
): Transform {
  // u = a s + b and v = c t + d, with s and t from the middle of the picture in its widths.
  const a = (from.ratio[0] * width) / RADIUS
  const b = ((width / 2 + 0.5) * from.ratio[0] - 0.5 - from.centre[0]) / RADIUS
  const c = (from.ratio[1] * width) / RADIUS
  const d = ((height / 2 + 0.5) * from.ratio[1] - 0.5 - from.centre[1]) / RADIUS
  const along = (factors: readonly number[], ratio: number): number[] => {
    const [p = 0, q = 0, r = 0, s = 0, t = 0, w = 0] = factors
    const grid = [
      p + q * b + r * d + s * b * b + t * b * d + w * d * d,
      a * (q + 2 * s * b + t * d),
      c * (r + t * b + 2 * w * d),
      s * a * a,
      t * a * c,
      w * c * c,
    ]
    return grid.map((value, at) => (at === 0 ? (value + 0.5) / ratio - 0.5 : value / ratio))
  }
  return { x: along(warp.x, to.ratio[0]), y: along(warp.y, to.ratio[1]) }
}
