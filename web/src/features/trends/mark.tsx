import type { TrendSeries } from '@mingmou/contract'
import { lookOf } from './looks.ts'

/** The mark of an eye, as the charts draw it. */
export function Mark({ eye }: { eye: TrendSeries['eye'] }) {
  const { color, symbol } = lookOf(eye)
  return (
    <span className="trend-mark">
      <i data-symbol={symbol} style={{ background: color }} />
      {eye}
    </span>
  )
}
