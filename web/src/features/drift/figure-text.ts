import type { DriftMeasure } from '@mingmou/contract'

export const isShare = (measure: DriftMeasure) => measure !== 'quality' && measure !== 'score'
/** Shares in percent, scores as they are. */
export const figureText = (measure: DriftMeasure, value: number | null): string => {
  if (value === null) return '—'
  return isShare(measure) ? `${(100 * value).toFixed(1)}%` : value.toFixed(2)
}
