import type { Curve } from '../cards.ts'

/**
 * What a probability was worth: the curve's shares, each with one case more on either side so that few cases promise
 * little, made to rise throughout (neighbours that fall are pooled) and joined by straight lines, level beyond its ends.
 * Without a curve the probability stands.
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
