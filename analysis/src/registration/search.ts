import type { Spot } from '../geometry/circle.ts'
import { COARSE, settled, similarity } from './fit.ts'
import { FARTHEST, type Nearest } from './nearest.ts'
import type { Branching, Tree } from './tree.ts'
import { turned, warped, type Warp } from './warp.ts'

/** Factors around each guess of the scale. */
const SCALES = [0.8, 0.9, 1, 1.1, 1.25]
/** Ways of one branching in two pictures differ by at most this, radians. */
const SAME_WAY = 0.35
/** Places that a guess is judged by, and how near they must come, px. */
const SAMPLE = 160
const NEAR = 6
/** The first places of the sample, and the share of them that must come near. */
const FIRST = 24
const LEAST_FIRST = 0.3
/** Share of the places that both pictures must see. */
const LEAST_SEEN = 0.25
const KEPT = 16

interface Guess {
  warp: Warp
  score: number
}

/** Guesses of a turn, by which at least three ways of two branchings agree. */
function turnsBetween(one: Branching, other: Branching): number[] {
  const [first = 0] = one.ways
  return other.ways
    .map((way) => way - first)
    .filter((turn) => {
      const agreed = one.ways.filter((way) =>
        other.ways.some((to) => Math.abs(signed(way + turn - to)) <= SAME_WAY),
      )
      return agreed.length >= 3
    })
}

const signed = (angle: number) => Math.atan2(Math.sin(angle), Math.cos(angle))

/** How much of a tree comes to lie on the other: of what is seen in both, and of all of it. */
function scoreOf(warp: Warp, from: Tree, to: Tree, lines: Nearest) {
  let [seen, met] = [0, 0]
  const all = from.xs.length
  for (let i = 0; i < all; i++) {
    const [px, py] = [from.xs[i] ?? 0, from.ys[i] ?? 0]
    const [x, y] = warped(warp, from, px, py)
    if (!to.isSeen(x, y)) continue
    seen++
    if (lines.at(x, y, turned(warp, from, px, py, from.angles[i] ?? 0), NEAR) >= 0) met++
  }
  return seen < LEAST_SEEN * all ? 0 : met / Math.sqrt(seen * all)
}

/** Some places of the centrelines, from the middle of the field, in no order of place. */
function sampleOf({ xs, ys, angles, centre }: Tree) {
  const size = Math.min(SAMPLE, xs.length)
  const pick = (values: Float32Array, less: number) =>
    Float32Array.from({ length: size }, (_, i) => {
      // Strides of the golden ratio, so that a part of the sample is spread over the whole field.
      const at = Math.floor(((i * 0.618034) % 1) * xs.length)
      return (values[at] ?? 0) - less
    })
  return { dx: pick(xs, centre[0]), dy: pick(ys, centre[1]), angles: pick(angles, 0) }
}

/** The score of a similarity by the sample alone; 0 as soon as the first places miss. */
function quickScore(
  { dx, dy, angles }: ReturnType<typeof sampleOf>,
  [scale, turn, middle]: readonly [scale: number, turn: number, middle: Spot],
  to: Tree,
  lines: Nearest,
): number {
  const [a, b] = [scale * Math.cos(turn), scale * Math.sin(turn)]
  let [seen, met] = [0, 0]
  for (let i = 0; i < dx.length; i++) {
    if (i === FIRST && met < LEAST_FIRST * seen) return 0
    const x = middle[0] + a * (dx[i] ?? 0) - b * (dy[i] ?? 0)
    const y = middle[1] + b * (dx[i] ?? 0) + a * (dy[i] ?? 0)
    if (!to.isSeen(x, y)) continue
    seen++
    if (lines.at(x, y, (angles[i] ?? 0) + turn, NEAR) >= 0) met++
  }
  return seen < LEAST_SEEN * dx.length ? 0 : met / Math.sqrt(seen * dx.length)
}

/**
 * The similarity that lays most of one tree on another. Every branching of one is tried on every one of the other that
 * has such ways; `starts` are tried besides. Null where nothing fits.
 */
export function bestSimilarity(
  from: Tree,
  to: Tree,
  lines: Nearest,
  scales: readonly number[],
  starts: readonly Warp[],
): Warp | null {
  const sample = sampleOf(from)
  const guesses: Guess[] = starts.map((warp) => ({ warp, score: 1 }))
  const tried = scales.flatMap((scale) => SCALES.map((factor) => scale * factor))
  for (const branching of from.branchings)
    for (const other of to.branchings)
      for (const turn of turnsBetween(branching, other))
        for (const scale of tried) {
          const [dx, dy] = [branching.at[0] - from.centre[0], branching.at[1] - from.centre[1]]
          const [a, b] = [scale * Math.cos(turn), scale * Math.sin(turn)]
          const middle: Spot = [other.at[0] - a * dx + b * dy, other.at[1] - b * dx - a * dy]
          const score = quickScore(sample, [scale, turn, middle], to, lines)
          if (score > worstOf(guesses))
            keepBest(guesses, { warp: similarity(scale, turn, middle), score })
        }
  const [best] = guesses
    .flatMap(({ warp }) => settled('similarity', warp, from, lines, COARSE) ?? [])
    .map((warp): Guess => ({ warp, score: scoreOf(warp, from, to, lines) }))
    .toSorted((a, b) => b.score - a.score)
  return best && best.score > 0 ? best.warp : null
}

const worstOf = (guesses: readonly Guess[]) =>
  guesses.length < KEPT ? 0 : (guesses[guesses.length - 1]?.score ?? 0)

/** Keeps the best guesses; of two alike, the better. */
function keepBest(guesses: Guess[], guess: Guess) {
  const like = guesses.findIndex(({ warp }) => isLike(warp, guess.warp))
  if (like >= 0) {
    if ((guesses[like]?.score ?? 0) >= guess.score) return
    guesses.splice(like, 1)
  }
  guesses.push(guess)
  guesses.sort((a, b) => b.score - a.score)
  guesses.length = Math.min(KEPT, guesses.length)
}

function isLike(one: Warp, other: Warp): boolean {
  const apart = (at: number) =>
    Math.max(
      Math.abs((one.x[at] ?? 0) - (other.x[at] ?? 0)),
      Math.abs((one.y[at] ?? 0) - (other.y[at] ?? 0)),
    )
  return [0, 1, 2].every((at) => apart(at) < FARTHEST)
}
