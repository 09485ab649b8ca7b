import { isAcuity, type Figure, type TrendSeries } from '@mingmou/contract'

const ACUITY = { min: 0.01, max: 2 }

/** A grade or a probability shows its whole scale, a longer one the part in use. */
const scaled = (
  [least, most]: readonly [number, number],
  [low, high]: [number, number],
): [number, number] =>
  most - least <= 5 ? [least, most] : [Math.max(least, low), Math.min(most, high)]

/** Room for every value with its spread, and for the norm. */
export function rangeOf(
  { key, norm, digits, scale }: Figure,
  series: readonly TrendSeries[],
): [number, number] {
  if (isAcuity(key)) return [ACUITY.min, ACUITY.max]
  const values = series.flatMap(({ points }) =>
    points.flatMap(({ value, spread }) =>
      value === null ? [] : [value - (spread ?? 0), value + (spread ?? 0)],
    ),
  )
  const all = norm ? [...values, norm.low, norm.high] : values
  if (all.length === 0) return [0, 1]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const room = Math.max((high - low) * 0.15, 2 * 10 ** -digits)
  const round = (value: number) => Number(value.toFixed(digits))
  if (scale !== null) return scaled(scale, [round(low - room), round(high + room)])
  // A figure below zero is none, unless one is there.
  return [round(low >= 0 ? Math.max(0, low - room) : low - room), round(high + room)]
}
