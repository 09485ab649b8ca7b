import {
  figureName,
  normText,
  UNIT_SYMBOLS,
  type Figure,
  type TrendPoint,
  type Trends,
  type TrendSeries,
} from '@mingmou/contract'
import { Skeleton } from 'antd'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { lookOf } from './looks.ts'
import { optionOf } from './chart-option.ts'
import { changeText, pointText } from './words.ts'

const Chart = lazy(() => import('../../ui/charts/chart.tsx'))

interface Props {
  figure: Figure
  series: readonly TrendSeries[]
  trends: Trends
  days: readonly [string, string]
  as: 'chart' | 'table'
}

/** A figure over time: chart or table, and what changed at the last visit. */
export function FigureCard({ figure, series, trends, days, as }: Props) {
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
          {series.map((one) => (
            <Last key={one.eye} figure={figure} series={one} dayOf={dayOf} />
          ))}
        </ul>
      )}
    </section>
  )
}

function FigureChart(props: Omit<Props, 'as'> & { name: string }) {
  const { t } = useTranslation('trends')
  const { figure, series, trends, days, name } = props
  const option = useMemo(() => {
    const say = (point: TrendPoint) =>
      `${trends.visits[point.visit]?.day ?? ''} ${pointText(figure, point)}`
    return optionOf({ figure, series, trends, days, say })
  }, [figure, series, trends, days])
  return (
    <Suspense fallback={<Skeleton.Node active className="chart" />}>
      <Chart option={option} name={t('chart', { name })} />
    </Suspense>
  )
}

/** The newest point of an eye, and what it says of the one before. */
function Last(props: { figure: Figure; series: TrendSeries; dayOf: (visit: number) => string }) {
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

/** The days below each other, OD and OS beside each other. */
function PointTable(props: Pick<Props, 'figure' | 'series' | 'trends'> & { name: string }) {
  const { t } = useTranslation('trends')
  const { figure, series, trends, name } = props
  const visits = [...new Set(series.flatMap(({ points }) => points.map(({ visit }) => visit)))]
  const dayOf = (visit: number) => trends.visits[visit]?.day ?? ''
  const at = (one: TrendSeries, visit: number) => one.points.find((point) => point.visit === visit)
  return (
    <div className="trend-scroll" tabIndex={0} role="group" aria-label={name}>
      <table className="trend-table">
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            {series.map(({ eye }) => (
              <th key={eye} scope="col">
                {eye ?? t('patient')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {visits
            .sort((a, b) => b - a)
            .map((visit) => (
              <tr key={visit}>
                <th scope="row">
                  {dayOf(visit)}
                  <small className="soft">{trends.visits[visit]?.collect_device}</small>
                  {trends.visits[visit]?.outdated && (
                    <small className="trend-outdated">{t('findings:trend.outdated')}</small>
                  )}
                </th>
                {series.map((one) => {
                  const point = at(one, visit)
                  return (
                    <td key={one.eye} data-changed={point?.change?.changed}>
                      {point ? pointText(figure, point) : '–'}
                      {point && <small>{changeText(t, figure, point, dayOf)}</small>}
                    </td>
                  )
                })}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
