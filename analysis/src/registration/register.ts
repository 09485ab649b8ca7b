import type { Registration, Unregistered } from '@mingmou/contract'
import type { Spot } from '../geometry/circle.ts'
import { settled, similarity } from './fit.ts'
import { LIMITS } from './limits.ts'
import { nearestTo, type Nearest } from './nearest.ts'
import { bestSimilarity } from './search.ts'
import { RADIUS, treeOf, type Tree, type Vessels } from './tree.ts'
import { inPictures, slopeAt, turned, warped, type Warp } from './warp.ts'

type Place = readonly [number, number]

/** What is known of a picture of one eye. Places and lengths are px of the picture. */
export interface Registered extends Vessels {
  /** Disc and fovea, where both are found. */
  pair: { disc: Place; fovea: Place } | null
  /** A length that both pictures show: the disc's height or a millimetre; null where it is not known. */
  unit: number | null
}

/** Centrelines that come nearer lie on each other, px of the grid. */
const ON_EACH_OTHER = 3
/** A curved warp may move a place of the field by at most this share of its radius beyond a similarity. */
const MOST_BENT = 0.12

/**
 * Lays `moving` over `fixed`. A similarity is searched by the ways of the vessels' branchings, and from disc and fovea
 * where both pictures have them. A quadratic transform follows (Can 1999, CVPR 2:16: the retina as a curved surface),
 * by least squares on the distances of the centrelines. Mirror images are never tried.
 */
export function register(fixed: Registered, moving: Registered): Registration {
  const limits = LIMITS
  const [to, from] = [treeOf(fixed), treeOf(moving)]
  if (Math.min(to.xs.length, from.xs.length) < limits.least_places)
    return refused('few_vessels', null)
  const lines = nearestTo(to, to.width, to.height)
  const scales = scalesOf(fixed, moving, to, from)
  const start = bestSimilarity(from, to, lines, scales, [
    ...scales.map((scale) => similarity(scale, 0, to.centre)),
    ...(fixed.pair && moving.pair ? [onPair(fixed.pair, moving.pair, to, from)] : []),
  ])
  const rigid = start && settled('similarity', start, from, lines)
  if (!rigid) return refused('no_match', 0)
  const bent = settled('quadratic', rigid, from, lines)
  const warp = bent && isPlausible(bent, rigid, from) ? bent : rigid
  const found = judged(warp, from, to, lines)
  const { agreement, overlap, residual } = found
  if (agreement < limits.least_agreement) return refused('no_match', agreement)
  if (overlap < limits.least_overlap) return refused('little_overlap', agreement)
  if (residual > limits.most_residual * 2 * RADIUS) return refused('inexact', agreement)
  const residual_px = residual / Math.sqrt(to.ratio[0] * to.ratio[1])
  return {
    reason: null,
    transform: inPictures(warp, from, to, moving),
    residual_px,
    agreement,
    overlap,
  }
}

const refused = (reason: Unregistered, agreement: number | null): Registration => ({
  reason,
  agreement,
  transform: null,
  residual_px: null,
  overlap: null,
})

/** Guesses of the scale between the two grids: fields of one angle, and the length that both show. */
function scalesOf(fixed: Registered, moving: Registered, to: Tree, from: Tree): number[] {
  if (fixed.unit === null || moving.unit === null) return [1]
  return [1, (fixed.unit * to.ratio[0]) / (moving.unit * from.ratio[0])]
}

type Pair = NonNullable<Registered['pair']>

function onPair(fixed: Pair, moving: Pair, to: Tree, from: Tree): Warp {
  const [d, f] = [onGrid(fixed.disc, to), onGrid(fixed.fovea, to)]
  const [md, mf] = [onGrid(moving.disc, from), onGrid(moving.fovea, from)]
  const scale = Math.hypot(f[0] - d[0], f[1] - d[1]) / Math.hypot(mf[0] - md[0], mf[1] - md[1])
  const turn = Math.atan2(f[1] - d[1], f[0] - d[0]) - Math.atan2(mf[1] - md[1], mf[0] - md[0])
  const [a, b] = [scale * Math.cos(turn), scale * Math.sin(turn)]
  const [dx, dy] = [md[0] - from.centre[0], md[1] - from.centre[1]]
  return similarity(scale, turn, [d[0] - a * dx + b * dy, d[1] - b * dx - a * dy])
}

const onGrid = ([x, y]: Place, { ratio }: Tree): Spot => [
  (x + 0.5) * ratio[0] - 0.5,
  (y + 0.5) * ratio[1] - 0.5,
]

/** Whether the curved part stays small, and no place is folded over or mirrored. */
function isPlausible(bent: Warp, rigid: Warp, from: Tree): boolean {
  return [-0.9, 0, 0.9].every((u) =>
    [-0.9, 0, 0.9].every((v) => {
      const [x, y] = [from.centre[0] + u * RADIUS, from.centre[1] + v * RADIUS]
      const [one, other] = [warped(bent, from, x, y), warped(rigid, from, x, y)]
      const [a, b, c, d] = slopeAt(bent, from, x, y)
      return (
        a * d - b * c > 0.2 &&
        Math.hypot(one[0] - other[0], one[1] - other[1]) <= MOST_BENT * RADIUS
      )
    }),
  )
}

/** How well the trees lie on each other, looked at from both sides. */
function judged(warp: Warp, from: Tree, to: Tree, lines: Nearest) {
  const xs = new Float32Array(from.xs.length)
  const ys = new Float32Array(from.xs.length)
  const angles = new Float32Array(from.xs.length)
  for (let i = 0; i < xs.length; i++) {
    const [px, py] = [from.xs[i] ?? 0, from.ys[i] ?? 0]
    const [x, y] = warped(warp, from, px, py)
    xs[i] = x
    ys[i] = y
    angles[i] = turned(warp, from, px, py, from.angles[i] ?? 0)
  }
  const moved = { xs, ys, angles }
  const there = met(moved, lines, to.isSeen)
  const isSeen = (x: number, y: number) => from.isSeen(...backwards(warp, from, x, y))
  const back = met(to, nearestTo(moved, to.width, to.height), isSeen)
  return {
    agreement: Math.min(there.share, back.share),
    overlap: Math.max(there.seen / from.xs.length, back.seen / to.xs.length),
    residual: middle([...there.distances, ...back.distances]),
  }
}

type Lines = Pick<Tree, 'xs' | 'ys' | 'angles'>

function met({ xs, ys, angles }: Lines, lines: Nearest, isSeen: Tree['isSeen']) {
  const distances: number[] = []
  let [seen, on] = [0, 0]
  for (let i = 0; i < xs.length; i++) {
    const [x, y, angle] = [xs[i] ?? 0, ys[i] ?? 0, angles[i] ?? 0]
    if (!isSeen(x, y)) continue
    seen++
    const at = lines.at(x, y, angle, 4 * ON_EACH_OTHER)
    if (at < 0) continue
    // Across the line: where along it the nearest place lies says nothing.
    const [dx, dy] = [(lines.xs[at] ?? 0) - x, (lines.ys[at] ?? 0) - y]
    const across = Math.abs(dy * Math.cos(angle) - dx * Math.sin(angle))
    distances.push(across)
    if (across <= ON_EACH_OTHER) on++
  }
  return { seen, share: seen === 0 ? 0 : on / seen, distances }
}

/** The place in the first grid that comes to lie at a place of the second: Newton's method. */
function backwards(warp: Warp, from: Tree, x: number, y: number): [number, number] {
  let [px, py] = [from.centre[0], from.centre[1]]
  for (let round = 0; round < 6; round++) {
    const [wx, wy] = warped(warp, from, px, py)
    const [a, b, c, d] = slopeAt(warp, from, px, py)
    const [dx, dy, whole] = [x - wx, y - wy, a * d - b * c]
    px += (d * dx - b * dy) / whole
    py += (a * dy - c * dx) / whole
  }
  return [px, py]
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Infinity
}
