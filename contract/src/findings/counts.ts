import type { CountSpread } from './figure-table.ts'

/** 95 % of repeats of an eye that stayed the same lie within this many standard deviations of their difference. */
const DEVIATIONS = 1.96 * Math.SQRT2

/**
 * The scale on which counts of any size err alike, by one: the variance of a count n is few² (n + 1) + many² (n + 1)²,
 * as that of negative binomial counts (Anscombe 1948, Biometrika 35:246).
 */
export const countScale = (count: number, { few, many }: CountSpread): number =>
  (2 / many) * Math.asinh((many / few) * Math.sqrt(count + 1))

/** The count at a place of the scale; below that of none, none. */
function countAt(place: number, { few, many }: CountSpread): number {
  const root = (few / many) * Math.sinh((many / 2) * Math.max(0, place))
  return Math.max(0, root ** 2 - 1)
}

/** The least and the most that another photograph of the same eye shows in 95 of 100. */
export function countRange(count: number, repeats: CountSpread): readonly [number, number] {
  const place = countScale(count, repeats)
  const low = Math.ceil(countAt(place - DEVIATIONS, repeats) - ROUNDING)
  return [low, Math.floor(countAt(place + DEVIATIONS, repeats) + ROUNDING)]
}
/** What is lost on the way to the scale and back. */
const ROUNDING = 1e-6

/** One standard deviation of the error of a count. */
export const countSpread = (count: number, { few, many }: CountSpread): number =>
  Math.hypot(few * Math.sqrt(count + 1), many * (count + 1))

/** The difference of two counts, and whether another photograph of the same eye would not show it. */
export function changeOfCount(before: number, after: number, repeats: CountSpread) {
  const by = after - before
  const [low, high] = countRange(before, repeats)
  const limit = by < 0 ? before - low : high - before
  return { kind: Math.abs(by) > limit ? ('changed' as const) : ('within' as const), by, limit }
}
