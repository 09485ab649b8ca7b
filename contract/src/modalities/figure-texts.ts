import type { Language } from '../wire/constants.ts'
import { countRange } from '../findings/counts.ts'
import {
  isCoarse,
  outsideOf,
  placeInNorm,
  type CountSpread,
  type Figure,
} from '../findings/figure-table.ts'
import { figureText, type Measure } from '../findings/figures.ts'
import type { Reason } from '../findings/findings.ts'
import type { Incomparable } from '../findings/incomparable.ts'
import { findingText } from './finding-texts.ts'

/** Figures in words, as page, paper and files say them. */

/** What a figure is called. */
export const figureName = ({ labels }: Pick<Figure, 'labels'>, language: Language): string =>
  labels.map((label) => findingText(language, label)).join(' · ')

/** Why something is not measured or cannot be judged, as a reader sees it. */
export const reasonText = (reason: Reason, language: Language): string =>
  findingText(language, `reason.${reason}`)

/** Of a figure that errs too much to be compared, by how much; null of any other. */
export const coarseText = (figure: Pick<Figure, 'error'>, language: Language): string | null =>
  isCoarse(figure) && figure.error
    ? findingText(language, 'coarse', { n: Math.round(100 * figure.error.usual) })
    : null

/** The normal range of a figure, where a source gives one. */
export function normText(
  { key, norm, digits }: Pick<Figure, 'key' | 'norm' | 'digits'>,
  language: Language,
): string | null {
  if (norm === null) return null
  if (norm.healthy === null) return findingText(language, `norms.${key}.usual`)
  const [low, high] = [norm.low.toFixed(digits), norm.high.toFixed(digits)]
  return findingText(language, 'norm_healthy', { n: norm.healthy, low, high })
}

type Placed = Pick<Measure, 'key' | 'norm' | 'error' | 'value' | 'confidence'>

/** That a figure lies outside its normal range by more than its spread, and what that may mean; else null. */
export function outsideText(measure: Placed, language: Language): string | null {
  const side = outsideOf(measure)
  return side && findingText(language, `norms.${measure.key}.${side}`)
}

/** That a figure lies outside its normal range by less than its spread, so that nothing is told of it; else null. */
export const nearText = (measure: Placed, language: Language): string | null =>
  placeInNorm(measure) === 'near' ? findingText(language, 'outside.near') : null

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

/** A figure that rests on what a clinician drew, with the machine's beside it. */
export const drawnText = (
  figure: Pick<Figure, 'unit' | 'digits' | 'repeats'>,
  value: string,
  { machine }: { machine: number | null },
  language: Language,
): string =>
  findingText(language, 'correction.drawn.value', {
    value,
    machine:
      measureText({ ...figure, value: machine }, language) ?? findingText(language, 'not_measured'),
  })

/** Why two pictures or figures are not compared, as a reader sees it. */
export const incomparableText = (reason: Incomparable, language: Language): string =>
  findingText(language, `change.reason.${reason}`)
