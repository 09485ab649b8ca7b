/** Numbers that compare two samples. Each sample may stand for fewer than it holds: photographs of one sitting are alike. */

/** Values, and for how many of its own the sample stands. */
export interface Sample {
  values: readonly number[]
  /** How many of them are independent of each other. */
  own: number
}

export interface Share {
  hits: number
  n: number
  own: number
}

const BINS = 10

/** How many values are not above `edge`. `sorted` goes up. */
function notAbove(sorted: ArrayLike<number>, edge: number): number {
  let [from, to] = [0, sorted.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((sorted[middle] ?? 0) <= edge) from = middle + 1
    else to = middle
  }
  return from
}

const upwards = (values: readonly number[]) => Float64Array.from(values).sort()

/** The share of each bin, half a value in each: an empty one would be infinitely far. */
function sharesOf(sorted: ArrayLike<number>, edges: readonly number[]): number[] {
  const ends = [...edges.map((edge) => notAbove(sorted, edge)), sorted.length]
  const whole = sorted.length + ends.length / 2
  return ends.map((end, at) => (end - (ends[at - 1] ?? 0) + 0.5) / whole)
}

/**
 * The population stability index in tenths of the baseline, and what chance alone makes of it: (bins - 1)(1/n + 1/m)
 * (Yurdakul 2018, Statistical properties of population stability index).
 */
export function stabilityIndex(base: Sample, now: Sample): { index: number; chance: number } {
  const [sorted, other] = [upwards(base.values), upwards(now.values)]
  const tenths = Array.from(
    { length: BINS - 1 },
    (_, at) => sorted[Math.ceil(((at + 1) * sorted.length) / BINS) - 1] ?? 0,
  )
  // Equal tenths are one bin.
  const edges = [...new Set(tenths)]
  const [expected, found] = [sharesOf(sorted, edges), sharesOf(other, edges)]
  const index = found.reduce((sum, share, at) => {
    const was = expected[at] ?? share
    return sum + (share - was) * Math.log(share / was)
  }, 0)
  return { index, chance: edges.length * (1 / base.own + 1 / now.own) }
}

/** The chance of so large a distance between the two, were both of one kind (Kolmogorov and Smirnov; Stephens 1970). */
export function sameDistribution(base: Sample, now: Sample): number {
  const [a, b] = [upwards(base.values), upwards(now.values)]
  const distance = [...a, ...b].reduce(
    (most, at) => Math.max(most, Math.abs(notAbove(a, at) / a.length - notAbove(b, at) / b.length)),
    0,
  )
  const root = Math.sqrt((base.own * now.own) / (base.own + now.own))
  const lambda = (root + 0.12 + 0.11 / root) * distance
  // Its series says nothing below here, and the chance is 1 to six digits.
  if (lambda < 0.3) return 1
  let sum = 0
  for (let k = 1; k <= 100; k++) sum += (k % 2 === 1 ? 2 : -2) * Math.exp(-2 * (k * lambda) ** 2)
  return Math.min(1, Math.max(0, sum))
}

/** log n! of the numbers that were asked for so far, and below. */
const logFactorials = [0]
function logFactorial(n: number): number {
  for (let k = logFactorials.length; k <= n; k++)
    logFactorials.push((logFactorials[k - 1] ?? 0) + Math.log(k))
  return logFactorials[n] ?? 0
}

/** The chance of shares so far apart, were both of one kind (Fisher's exact test, two-sided). */
export function sameShare(base: Share, now: Share): number {
  const standsFor = ({ hits, n, own }: Share) => {
    const whole = Math.max(1, Math.round(own))
    return { whole, hits: Math.round((hits / n) * whole) }
  }
  const [a, b] = [standsFor(base), standsFor(now)]
  const hits = a.hits + b.hits
  const all = a.whole + b.whole
  const fixed =
    logFactorial(a.whole) +
    logFactorial(b.whole) +
    logFactorial(hits) +
    logFactorial(all - hits) -
    logFactorial(all)
  const log = (k: number) =>
    fixed -
    logFactorial(k) -
    logFactorial(a.whole - k) -
    logFactorial(hits - k) -
    logFactorial(b.whole - hits + k)
  const seen = log(a.hits)
  let sum = 0
  for (let k = Math.max(0, hits - b.whole); k <= Math.min(hits, a.whole); k++) {
    const term = log(k)
    if (term <= seen + 1e-9) sum += Math.exp(term)
  }
  return Math.min(1, sum)
}

/** The middle value. */
export function medianOf(values: readonly number[]): number {
  const sorted = upwards(values)
  const half = sorted.length >> 1
  const upper = sorted[half] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2
}
