import type { TrendSeries } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { changeText, pointText } from './words.ts'
import type { FigureProps } from './figure-props.ts'

/** The days below each other, OD and OS beside each other. */
export function PointTable(
  props: Pick<FigureProps, 'figure' | 'series' | 'trends'> & { name: string },
) {
  const { t } = useTranslation('trends')
  const { figure, series, trends, name } = props
  const visits = [...new Set(series.flatMap(({ points }) => points.map(({ visit }) => visit)))]
  const dayOf = (visit: number) => trends.visits[visit]?.day ?? ''
  const at = (trendSeries: TrendSeries, visit: number) =>
    trendSeries.points.find((point) => point.visit === visit)
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
                {series.map((trend) => {
                  const point = at(trend, visit)
                  return (
                    <td key={trend.eye} data-changed={point?.change?.changed}>
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
