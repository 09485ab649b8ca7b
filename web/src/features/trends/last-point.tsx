import type { Figure, TrendSeries } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { changeText, pointText } from './words.ts'
import { Mark } from './mark.tsx'

/** The newest point of an eye, and what it says of the one before. */
export function LastPoint(props: {
  figure: Figure
  series: TrendSeries
  dayOf: (visit: number) => string
}) {
  const { t } = useTranslation('trends')
  const { figure, series, dayOf } = props
  const { eye, points } = series
  const last = points.at(-1)
  if (!last) return null
  const change = changeText(t, figure, last, dayOf)
  const only = change === null && points.length === 1
  return (
    <li data-changed={last.change?.changed}>
      <Mark eye={eye} /> <strong>{pointText(figure, last)}</strong>{' '}
      <span className="soft">{dayOf(last.visit)}</span>
      {change !== null && <span className="trend-change">{change}</span>}
      {only && <span className="trend-change soft">{t('only')}</span>}
    </li>
  )
}
