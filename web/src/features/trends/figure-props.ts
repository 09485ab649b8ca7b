import type { Figure, Trends, TrendSeries } from '@mingmou/contract'

export interface FigureProps {
  figure: Figure
  series: readonly TrendSeries[]
  trends: Trends
  days: readonly [string, string]
  as: 'chart' | 'table'
}
