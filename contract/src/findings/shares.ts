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
  const won = positive.reduce((sum, one) => sum + (below(one, false) + below(one, true)) / 2, 0)
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
