import type { Segment } from './segments.ts'

/** A smoothed path: points in order, px. */
export interface Path {
  xs: Float64Array
  ys: Float64Array
}

function kernel(sigma: number): number[] {
  const reach = Math.ceil(3 * sigma)
  const raw = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * sigma ** 2)),
  )
  const sum = raw.reduce((a, b) => a + b, 0)
  return raw.map((value) => value / sum)
}

/** The path beyond an end is its mirror image through the end point. So the ends stay in place. */
function beyond(values: readonly number[], at: number): number {
  const last = values.length - 1
  const first = values[0] ?? 0
  const final = values[last] ?? 0
  if (at < 0) return 2 * first - (values[Math.min(last, -at)] ?? first)
  if (at > last) return 2 * final - (values[Math.max(0, 2 * last - at)] ?? final)
  return values[at] ?? 0
}

function smooth(
  values: readonly number[],
  weights: readonly number[],
  closed: boolean,
): Float64Array {
  const reach = (weights.length - 1) / 2
  const turn = values.length - 1
  const out = new Float64Array(values.length)
  for (let i = 0; i < values.length; i++) {
    let sum = 0
    const isInside = i >= reach && i + reach < turn
    if (isInside)
      for (let k = 0; k < weights.length; k++)
        sum += (weights[k] ?? 0) * (values[i - reach + k] ?? 0)
    for (let k = -reach; !isInside && k <= reach; k++) {
      const value = closed ? (values[(((i + k) % turn) + turn) % turn] ?? 0) : beyond(values, i + k)
      sum += (weights[k + reach] ?? 0) * value
    }
    out[i] = sum
  }
  return out
}

/** The path of a segment, smoothed by a Gaussian of `sigma` px along it (its steps are 1 to 1.41 px). */
export function smoothed({ xs, ys }: Segment, sigma: number): Path {
  const closed = xs.length > 3 && xs[0] === xs[xs.length - 1] && ys[0] === ys[ys.length - 1]
  const weights = kernel(sigma)
  return { xs: smooth(xs, weights, closed), ys: smooth(ys, weights, closed) }
}

/** Length along the path, px. */
export function arcLength({ xs, ys }: Path): number {
  let sum = 0
  for (let i = 1; i < xs.length; i++)
    sum += Math.hypot((xs[i] ?? 0) - (xs[i - 1] ?? 0), (ys[i] ?? 0) - (ys[i - 1] ?? 0))
  return sum
}

/** Distance between the two ends, px. */
export function chordLength({ xs, ys }: Path): number {
  const last = xs.length - 1
  return Math.hypot((xs[last] ?? 0) - (xs[0] ?? 0), (ys[last] ?? 0) - (ys[0] ?? 0))
}

/**
 * Total absolute turning along the path, radians: the mean absolute curvature times the length. The direction is
 * taken over `span` points, so that traces of the pixel grid do not count as bends.
 */
export function turning({ xs, ys }: Path, span: number): number {
  let sum = 0
  let before: number | undefined
  for (let i = span; i < xs.length; i += span) {
    const direction = Math.atan2(
      (ys[i] ?? 0) - (ys[i - span] ?? 0),
      (xs[i] ?? 0) - (xs[i - span] ?? 0),
    )
    if (before !== undefined) {
      const turn = Math.abs(direction - before)
      sum += Math.min(turn, 2 * Math.PI - turn)
    }
    before = direction
  }
  return sum
}
