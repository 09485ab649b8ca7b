import type { Confidence, FigureError } from '@mingmou/contract'

/** Abramowitz and Stegun 7.1.26; within 1.5e-7. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const tail = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
  const sum = tail.reduce((total, factor) => (total + factor) * t, 0)
  return Math.sign(x) * (1 - sum * Math.exp(-x * x))
}

/** The chance that a normal error of standard deviation `spread` stays within [low, high]. */
export function chanceWithin(low: number, high: number, spread: number): number {
  const below = (x: number) =>
    Number.isFinite(x) ? 0.5 * (1 + erf(x / spread / Math.SQRT2)) : Number(x > 0)
  return below(high) - below(low)
}

/** Standard deviation of a sample; 0 for fewer than two. */
export function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0
  const mean = values.reduce((a, b) => a + b, 0) / values.length
  return Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (values.length - 1))
}

/** How sure a figure is, by its error elsewhere and by how far the single views of this photograph disagree. */
export function confidenceWithin(
  error: FigureError,
  value: number,
  views: readonly number[],
): Confidence {
  const unit = error.relative ? Math.abs(value) : 1
  const spread = Math.hypot(error.usual * unit, deviation(views))
  const within = error.tolerance * unit
  return { level: spread > 0 ? chanceWithin(-within, within, spread) : 1, spread }
}

/**
 * The confidence of a place: the chance that it lies within `tolerance` of where it is, all px of
 * the image.
 */
export function confidenceOfPlace(
  views: readonly (readonly [number, number])[],
  error: number,
  tolerance: number,
): { level: number; spread: number } {
  const along = (axis: 0 | 1) => deviation(views.map((place) => place[axis]))
  const spread = Math.hypot(error, Math.hypot(along(0), along(1)) / Math.SQRT2)
  return { level: 1 - Math.exp(-(tolerance ** 2) / (2 * spread ** 2)), spread }
}

export const ofClass = (level: number): Confidence => ({
  level: Math.min(1, Math.max(0, level)),
  spread: null,
})
