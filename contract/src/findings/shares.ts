/** Three digits behind the point, as shares are printed. */
const round = (value: number) => Math.round(1000 * value) / 1000
type Interval = [low: number, high: number]

/** Wilson's interval of a share, 95 %, as it is. */
function wilsonOf(hits: number, n: number): Interval {
  const z = 1.96
  const middle = (hits + z ** 2 / 2) / (n + z ** 2)
  const half = (z / (n + z ** 2)) * Math.sqrt((hits * (n - hits)) / n + z ** 2 / 4)
  return [Math.max(0, middle - half), Math.min(1, middle + half)]
}

/** Wilson's interval of a share, 95 %. */
export function wilson(hits: number, n: number): Interval {
  const [low, high] = wilsonOf(hits, n)
  return [round(low), round(high)]
}

/** The least number of cases of which a share has an interval (Wilson, 95 %) no wider than `half` to either side. */
export function casesFor(share: number, half: number): number {
  const fits = (n: number) => {
    const [low, high] = wilsonOf(share * n, n)
    return (high - low) / 2 <= half
  }
  let [few, many] = [0, 1]
  while (!fits(many)) [few, many] = [many, 2 * many]
  while (many - few > 1) {
    const middle = Math.floor((few + many) / 2)
    if (fits(middle)) many = middle
    else few = middle
  }
  return many
}

/** The share of pairs, one positive and one negative, in the right order; a pair of equals counts half. */
export function areaOf(positive: readonly number[], negative: readonly number[]): number {
  const sorted = negative.toSorted((a, b) => a - b)
  /** How many of the sorted are below `value`, or not above it. */
  const below = (value: number, orEqual: boolean) => {
    let [from, to] = [0, sorted.length]
    while (from < to) {
      const middle = (from + to) >> 1
      const at = sorted[middle] ?? 0
      if (at < value || (orEqual && at === value)) from = middle + 1
      else to = middle
    }
    return from
  }
  const won = positive.reduce(
    (sum, value) => sum + (below(value, false) + below(value, true)) / 2,
    0,
  )
  return won / (positive.length * negative.length)
}

/** The area under the curve with its interval of 95 % (Hanley and McNeil 1982, Radiology 143:29). */
export function aucOf(
  positive: readonly number[],
  negative: readonly number[],
): { value: number; interval95: Interval } {
  const [p, n] = [positive.length, negative.length]
  const auc = areaOf(positive, negative)
  const [one, two] = [auc / (2 - auc), (2 * auc ** 2) / (1 + auc)]
  const spread = Math.sqrt(
    (auc * (1 - auc) + (p - 1) * (one - auc ** 2) + (n - 1) * (two - auc ** 2)) / (p * n),
  )
  const interval95: Interval = [
    round(Math.max(0, auc - 1.96 * spread)),
    round(Math.min(1, auc + 1.96 * spread)),
  ]
  return { value: round(auc), interval95 }
}

/**
 * Cohen's kappa of two readers of the same cases, in order from 0 to `kinds` - 1, with quadratic weights (Cohen 1968,
 * Psychol Bull 70:213) and the interval of 95 % by the variance of Fleiss, Cohen and Everitt (1969, Psychol Bull 72:323).
 * null where both always say the same one thing: chance alone explains it.
 */
export function kappaOf(
  pairs: readonly (readonly [number, number])[],
  kinds: number,
): { value: number; interval95: Interval } | null {
  const n = pairs.length
  const places = Array.from({ length: kinds }, (_, place) => place)
  const weight = (one: number, other: number) => 1 - ((one - other) / (kinds - 1)) ** 2
  const shareOf = (side: 0 | 1) =>
    places.map((place) => pairs.filter((pair) => pair[side] === place).length / n)
  const [ones, others] = [shareOf(0), shareOf(1)]
  const sum = (of: (place: number) => number) =>
    places.reduce((total, place) => total + of(place), 0)
  const rows = places.map((one) => sum((other) => (others[other] ?? 0) * weight(one, other)))
  const columns = places.map((other) => sum((one) => (ones[one] ?? 0) * weight(one, other)))
  const expected = sum((place) => (ones[place] ?? 0) * (rows[place] ?? 0))
  if (n === 0 || expected >= 1 - 1e-12) return null
  const observed = pairs.reduce((total, [one, other]) => total + weight(one, other), 0) / n
  const kappa = (observed - expected) / (1 - expected)
  const spread = pairs.reduce((total, [one, other]) => {
    const mean = (rows[one] ?? 0) + (columns[other] ?? 0)
    return total + (weight(one, other) * (1 - expected) - mean * (1 - observed)) ** 2
  }, 0)
  const middle = observed * expected - 2 * expected + observed
  const error = Math.sqrt(Math.max(0, spread / n - middle ** 2) / (n * (1 - expected) ** 4))
  const interval95: Interval = [
    round(Math.max(-1, kappa - 1.96 * error)),
    round(Math.min(1, kappa + 1.96 * error)),
  ]
  return { value: round(kappa), interval95 }
}
