import type { Language } from '../wire/constants.ts'
import { findingText } from '../modalities/finding-texts.ts'
import type { CountSpread, Figure } from './figure-table.ts'
import { figureText } from './figures.ts'

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

/** Up to each number a bound is written in such steps, the lower one downwards and the upper one upwards. */
const STEPS = [
  [10, 1],
  [50, 5],
  [200, 10],
  [Infinity, 50],
] as const
const stepAt = (count: number) => STEPS.find(([most]) => count <= most)?.[1] ?? 1

/**
 * A count as a reader sees it: the range in which the count of another photograph lies, in round numbers. A count is exact
 * where that range holds no other number.
 */
export function countText(count: number, repeats: CountSpread, language: Language): string {
  if (count === 0) return findingText(language, 'count.none')
  const [least, most] = countRange(count, repeats)
  const low = Math.floor(least / stepAt(least)) * stepAt(least)
  const high = Math.ceil(most / stepAt(most)) * stepAt(most)
  if (low === high) return exactText(count, language)
  return findingText(language, low === 0 ? 'count.up_to' : 'count.about', { low, high })
}

/** A count that a clinician drew. */
const exactText = (count: number, language: Language): string =>
  findingText(language, count === 0 ? 'count.none' : 'count.exact', { n: count })

type Written = Parameters<typeof figureText>[0] & Pick<Figure, 'repeats'>

/** A figure in words: a count as its range, or exact where a clinician `drew` it; any other as `figureText` writes it. */
export function measureText(measure: Written, language: Language, drew = false): string | null {
  const { value, repeats } = measure
  if (value === null || repeats === null) return figureText(measure)
  return drew ? exactText(value, language) : countText(value, repeats, language)
}
