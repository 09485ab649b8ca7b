import type { Curve } from '../cards.ts'

/**
 * The observed share for a probability, by the calibration curve. Each share has one more case on
 * either side, so that few cases promise little. Neighbours that fall are pooled, so the curve
 * always rises. Points are joined by straight lines; it is level beyond its ends. A probability
 * without a curve stays.
 */
export function calibrated(curve: Curve): (probability: number) => number {
  const points: { from: number; share: number; n: number }[] = []
  for (const { predicted, observed, n } of [...curve].sort((a, b) => a.predicted - b.predicted)) {
    let next = { from: predicted, share: (observed * n + 1) / (n + 2), n }
    for (let last = points.at(-1); last && last.share >= next.share; last = points.at(-1)) {
      points.pop()
      next = pooled(last, next)
    }
    points.push(next)
  }
  return (probability) => {
    const at = points.findIndex(({ from }) => from > probability)
    const [low, high] = [points.at(at < 0 ? -1 : Math.max(0, at - 1)), points.at(at)]
    if (!low || !high) return probability
    if (low === high) return low.share
    const part = (probability - low.from) / (high.from - low.from)
    return low.share + part * (high.share - low.share)
  }
}

type Point = Record<'from' | 'share' | 'n', number>

function pooled(one: Point, other: Point): Point {
  const n = one.n + other.n
  const mean = (key: 'from' | 'share') => (one[key] * one.n + other[key] * other.n) / n
  return { from: mean('from'), share: mean('share'), n }
}
