import type { Nearest } from './nearest.ts'
import { solve } from '../geometry/solve.ts'
import { RADIUS, type Tree } from './tree.ts'
import { termsAt, turned, warped, type Warp } from './warp.ts'

type Kind = 'similarity' | 'quadratic'

/** Weight of a curved part without evidence, as a share of the points. */
const STIFFNESS = 0.002

/** The columns that a kind of warp has at a place: what each of its parameters adds to x and to y. */
function columnsOf(kind: Kind, terms: readonly number[]): [x: number[], y: number[]] {
  const [, u = 0, v = 0] = terms
  if (kind === 'similarity')
    return [
      [1, 0, u, -v],
      [0, 1, v, u],
    ]
  const none = terms.map(() => 0)
  return [
    [...terms, ...none],
    [...none, ...terms],
  ]
}

function warpOf(kind: Kind, found: readonly number[]): Warp {
  if (kind === 'quadratic') return { x: found.slice(0, 6), y: found.slice(6) }
  const [x = 0, y = 0, a = 0, b = 0] = found
  return { x: [x, a, -b, 0, 0, 0], y: [y, b, a, 0, 0, 0] }
}

/** Moves a warp so that lines of the first tree come to lie on those of the second: one step of least squares. */
function step(
  kind: Kind,
  warp: Warp,
  from: Tree,
  to: Nearest,
  reach: number,
  every: number,
): Warp | null {
  const size = kind === 'similarity' ? 4 : 12
  const matrix = Array.from({ length: size }, () => new Array<number>(size + 1).fill(0))
  let used = 0
  for (let i = 0; i < from.xs.length; i += every) {
    const [px, py] = [from.xs[i] ?? 0, from.ys[i] ?? 0]
    const [x, y] = warped(warp, from, px, py)
    const at = to.at(x, y, turned(warp, from, px, py, from.angles[i] ?? 0), reach)
    if (at < 0) continue
    used++
    const angle = to.angles[at] ?? 0
    const [cx, cy] = columnsOf(kind, termsAt(from, px, py))
    // Along a line nothing is known of the place; a little weight keeps the step small.
    for (const [nx, ny, weight] of [
      [-Math.sin(angle), Math.cos(angle), 1],
      [Math.cos(angle), Math.sin(angle), 0.05],
    ] as const) {
      const target = nx * (to.xs[at] ?? 0) + ny * (to.ys[at] ?? 0)
      const row = cx.map((term, k) => nx * term + ny * (cy[k] ?? 0))
      addRow(matrix, row, target, weight)
    }
  }
  if (used < 2 * size) return null
  if (kind === 'quadratic')
    for (const k of [3, 4, 5, 9, 10, 11]) {
      const row = matrix[k]
      if (row) row[k] = (row[k] ?? 0) + STIFFNESS * used
    }
  const found = solve(matrix)
  return found && warpOf(kind, found)
}

function addRow(matrix: number[][], row: readonly number[], target: number, weight: number) {
  for (const [j, line] of matrix.entries()) {
    const factor = weight * (row[j] ?? 0)
    if (factor === 0) continue
    for (let k = 0; k < row.length; k++) line[k] = (line[k] ?? 0) + factor * (row[k] ?? 0)
    line[row.length] = (line[row.length] ?? 0) + factor * target
  }
}

/** Steps of shrinking reach, px. */
export const COARSE = [14, 14, 12, 10, 8, 8]
const FINE = [10, 8, 6, 6, 5, 4, 4]
/** Places that a step rests on, about. */
const ENOUGH = { similarity: 600, quadratic: 2000 }

/** The warp after these steps; null where too few lines are near each other. */
export function settled(
  kind: Kind,
  start: Warp,
  from: Tree,
  to: Nearest,
  reaches: readonly number[] = FINE,
): Warp | null {
  const every = Math.max(1, Math.floor(from.xs.length / ENOUGH[kind]))
  return reaches.reduce<Warp | null>(
    (warp, reach) => warp && step(kind, warp, from, to, reach, every),
    start,
  )
}

export const similarity = (scale: number, angle: number, at: readonly [number, number]): Warp => {
  const [a, b] = [RADIUS * scale * Math.cos(angle), RADIUS * scale * Math.sin(angle)]
  return { x: [at[0], a, -b, 0, 0, 0], y: [at[1], b, a, 0, 0, 0] }
}
