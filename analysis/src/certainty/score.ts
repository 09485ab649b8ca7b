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
