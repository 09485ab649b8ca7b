import { figureName, normText, UNIT_SYMBOLS } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import type { FigureProps } from './figure-props.ts'
import { FigureChart } from './figure-chart.tsx'
import { PointTable } from './point-table.tsx'
import { LastPoint } from './last-point.tsx'

/** A figure over time: chart or table, and what changed at the last visit. */
export function FigureCard({ figure, series, trends, days, as }: FigureProps) {
  const { t } = useTranslation(['trends', 'findings'])
  const name = figureName(figure, language())
  const norm = normText(figure, language())
  const unit = UNIT_SYMBOLS[figure.unit]
  const dayOf = (visit: number) => trends.visits[visit]?.day ?? ''
  return (
    <section className="panel trend-card" aria-label={name}>
      <h2>
        {name}
        {unit && <small> ({unit})</small>}
      </h2>
      {norm !== null && <p className="soft trend-norm">{t('findings:norm', { norm })}</p>}
      {as === 'chart' ? (
        <FigureChart figure={figure} series={series} trends={trends} days={days} name={name} />
      ) : (
        <PointTable figure={figure} series={series} trends={trends} name={name} />
      )}
      {as === 'chart' && (
        <ul className="trend-last">
          {series.map((trend) => (
            <LastPoint key={trend.eye} figure={figure} series={trend} dayOf={dayOf} />
          ))}
        </ul>
      )}
    </section>
  )
}
