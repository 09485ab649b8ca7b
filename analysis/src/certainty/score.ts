import type { Quality, Reason } from '@mingmou/contract'

/** Straight lines between points, level beyond their ends. */
export function along(
  points: readonly (readonly [at: number, mark: number])[],
  value: number,
): number {
  const next = points.findIndex(([at]) => at >= value)
  const [from, to] = [points.at(next < 0 ? -1 : Math.max(0, next - 1)), points.at(next)]
  if (!from || !to) return 0
  if (from[0] === to[0]) return from[1]
  return from[1] + ((value - from[0]) / (to[0] - from[0])) * (to[1] - from[1])
}

/** The lowest score of a gradable picture, and of one that meets the standard. */
interface Bounds {
  gradable: number
  standard: number
}

/**
 * One score of all marks, each 0..1 and on the score's own scale: the worst mark, brought down by the others within its
 * class, so that no photograph passes a bound of the card that one of its marks has not passed.
 */
export function scoreOf(marks: readonly number[], { gradable, standard }: Bounds): number {
  const worst = Math.min(...marks)
  const floor = worst >= standard ? standard : worst >= gradable ? gradable : 0
  const rest = marks.reduce((product, mark) => product * mark, 1) / Math.max(worst, 1e-9)
  return floor + (worst - floor) * (0.3 + 0.7 * rest)
}

/** What can be wrong with a picture, and its mark. */
export interface Marked {
  reason: Reason
  mark: number
}

/**
 * The score of a picture by its faults, and by marks that name none. A fault is named where its mark is below the
 * standard's. Where no fault explains a score below a bound, the reason is `below_good`.
 */
export function judgedBy(
  faults: readonly Marked[],
  bounds: Bounds,
  more: readonly number[] = [],
): Pick<Quality, 'gradable' | 'reasons' | 'standard'> & { score: number } {
  const { gradable, standard } = bounds
  const score = scoreOf([...more, ...faults.map(({ mark }) => mark)], bounds)
  const reasons = new Set(faults.filter(({ mark }) => mark < standard).map(({ reason }) => reason))
  const missed = score < gradable ? gradable : standard
  if (score < missed && !faults.some(({ mark }) => mark < missed)) reasons.add('below_good')
  return {
    gradable: score >= gradable,
    reasons: [...reasons],
    score,
    standard: score >= standard,
  }
}
