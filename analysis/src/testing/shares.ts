const round = (value: number) => Math.round(1000 * value) / 1000
type Interval = [low: number, high: number]

/** Wilson's interval of a share, 95 %. */
export function wilson(hits: number, n: number): Interval {
  const z = 1.96
  const middle = (hits + z ** 2 / 2) / (n + z ** 2)
  const half = (z / (n + z ** 2)) * Math.sqrt((hits * (n - hits)) / n + z ** 2 / 4)
  return [round(Math.max(0, middle - half)), round(Math.min(1, middle + half))]
}

/** The area under the curve with its interval of 95 % (Hanley and McNeil 1982, Radiology 143:29). */
export function aucOf(
  positive: readonly number[],
  negative: readonly number[],
): { value: number; interval95: Interval } {
  let won = 0
  for (const a of positive) for (const b of negative) won += a > b ? 1 : a === b ? 0.5 : 0
  const [p, n] = [positive.length, negative.length]
  const auc = won / (p * n)
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
