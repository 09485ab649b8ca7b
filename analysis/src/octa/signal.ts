import type { Crop } from '../crop.ts'
import type { Parts } from './measure.ts'

/**
 * Light of the large vessels over that of what lies between vessels, in spreads of the latter; 0 where there are none.
 * The zone is left out: it is dark in every scan.
 */
export function signalOf({ rgb: grey }: Crop, { vessels, large, zone }: Parts): number {
  const lit = { n: 0, sum: 0 }
  const between = { n: 0, sum: 0, squares: 0 }
  for (let at = 0; at < grey.length; at++) {
    const value = grey[at] ?? 0
    if (large.data[at]) {
      lit.n++
      lit.sum += value
    } else if (!vessels.data[at] && !zone?.mask.data[at]) {
      between.n++
      between.sum += value
      between.squares += value * value
    }
  }
  if (lit.n === 0 || between.n === 0) return 0
  const mean = between.sum / between.n
  const spread = Math.sqrt(Math.max(1e-9, between.squares / between.n - mean ** 2))
  return (lit.sum / lit.n - mean) / spread
}
