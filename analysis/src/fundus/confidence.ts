import type { Confidence } from '@mingmou/contract'

/** Abramowitz and Stegun 7.1.26; within 1.5e-7. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const tail = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
  const sum = tail.reduce((total, factor) => (total + factor) * t, 0)
  return Math.sign(x) * (1 - sum * Math.exp(-x * x))
}

/** The chance that a normal error of standard deviation `spread` stays within [low, high]. */
export function chanceWithin(low: number, high: number, spread: number): number {
  const below = (x: number) => 0.5 * (1 + erf(x / spread / Math.SQRT2))
  return below(high) - below(low)
}

/** Standard deviation of a sample; 0 for fewer than two. */
export function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0
  const mean = values.reduce((a, b) => a + b, 0) / values.length
  return Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (values.length - 1))
}

/**
 * Figures that get a confidence. `tolerance`: the error that is of no consequence, docs/accuracy.md. `own`: standard
 * deviation of the error found on photographs kept aside, whatever the views say. `most`: the spread from which on no
 * figure is given. All in the figure's own unit, or shares of the value where `relative`.
 */
export interface Limits {
  tolerance: number
  own: number
  most: number
  relative?: true
}

/** How sure a figure is, by its error elsewhere and by how far the single views of this photograph disagree. */
export function confidenceOf(
  value: number,
  { tolerance, own, relative }: Limits,
  views: readonly number[],
): { level: number; spread: number } {
  const unit = relative ? Math.abs(value) : 1
  const spread = Math.hypot(own * unit, deviation(views))
  return {
    level: spread > 0 ? chanceWithin(-tolerance * unit, tolerance * unit, spread) : 1,
    spread,
  }
}

export const ofClass = (level: number): Confidence => ({
  level: Math.min(1, Math.max(0, level)),
  spread: null,
})
