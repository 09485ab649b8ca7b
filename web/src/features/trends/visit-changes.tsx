import { figureName, TREND_FIGURES, type Trends } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { isMain } from './figures.ts'
import { changeText, pointText } from './words.ts'

/** So many stand on the line; the charts have all. */
const MOST = 6

/** The figures that changed outside their errors since the visit that they are compared with. */
export function VisitChanges({ trends, day }: { trends: Trends; day: string }) {
  const { t } = useTranslation('trends')
  const dayOf = (visit: number) => trends.visits[visit]?.day ?? ''
  const all = trends.series.flatMap(({ source, key, eye, points }) => {
    const figure = TREND_FIGURES[source].all.find((known) => known.key === key)
    if (!figure || !isMain(figure)) return []
    return points
      .filter(({ visit, change }) => dayOf(visit) === day && change?.changed)
      .map((point) => ({
        key: `${source}.${key}.${eye ?? ''}.${point.visit}`,
        name: `${eye ?? ''} ${figureName(figure, language())}`.trim(),
        value: pointText(figure, point),
        change: changeText(t, figure, point, dayOf),
      }))
  })
  if (all.length === 0) return null
  return (
    <ul className="visit-changes" aria-label={t('overview.changes')}>
      {all.slice(0, MOST).map(({ key, name, value, change }) => (
        <li key={key}>
          {name} <strong>{value}</strong> <span className="soft">{change}</span>
        </li>
      ))}
      {all.length > MOST && (
        <li className="soft">{t('overview.more', { count: all.length - MOST })}</li>
      )}
    </ul>
  )
}
