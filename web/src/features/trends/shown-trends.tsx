import {
  firstDayOf,
  today,
  TREND_FIGURES,
  TREND_SOURCES,
  type Figure,
  type Trends,
  type TrendSource,
} from '@mingmou/contract'
import { Button, Checkbox, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../../lib/calls/api.ts'
import { FigureCard } from './figure-card.tsx'
import { isMain } from './figures.ts'
import { saveTrends } from './queries.ts'
import { TrendNotes } from './trend-notes.tsx'

export function ShownTrends({ pid, trends }: { pid: string; trends: Trends }) {
  const { t } = useTranslation(['trends', 'patients'])
  const sources = TREND_SOURCES.filter((source) =>
    trends.series.some((trend) => trend.source === source),
  )
  const [chosen, setChosen] = useState<TrendSource>()
  const [as, setAs] = useState<'chart' | 'table'>('chart')
  const [more, setMore] = useState(false)
  const source = sources.find((source) => source === chosen) ?? sources[0] ?? 'exam'
  const figures = figuresOf(trends, source)
  const shown = figures.filter((figure) => more || isMain(figure))
  const days = useMemo(() => daysOf(trends), [trends])
  const save = async () => {
    try {
      await saveTrends(pid, `trends-${today()}.csv`)
    } catch (error) {
      showFailure(error, t('saveFailed'))
    }
  }
  return (
    <>
      <div className="trend-head">
        <Segmented<TrendSource>
          aria-label={t('source.label')}
          value={source}
          onChange={setChosen}
          options={sources.map((value) => ({ value, label: sourceName(value) }))}
        />
        <Segmented<'chart' | 'table'>
          aria-label={t('as.label')}
          value={as}
          onChange={setAs}
          options={(['chart', 'table'] as const).map((value) => ({
            value,
            label: t(`as.${value}`),
          }))}
        />
        {figures.some((figure) => !isMain(figure)) && (
          <Checkbox checked={more} onChange={({ target }) => setMore(target.checked)}>
            {t('more')}
          </Checkbox>
        )}
        <Button onClick={() => void save()}>{t('save')}</Button>
      </div>
      <TrendNotes trends={trends} source={source} />
      <div className="trend-cards" data-as={as}>
        {shown.map((figure) => (
          <FigureCard
            key={`${source}.${figure.key}`}
            figure={figure}
            series={trends.series.filter(
              (trend) => trend.source === source && trend.key === figure.key,
            )}
            trends={trends}
            days={days}
            as={as}
          />
        ))}
      </div>
    </>
  )

  function sourceName(value: TrendSource): string {
    return value === 'exam' || value === 'diabetes'
      ? t(`source.${value}`)
      : t(`kinds:${value}.images`)
  }
}

const figuresOf = ({ series }: Trends, source: TrendSource): Figure[] => {
  const keys = new Set(series.filter((trend) => trend.source === source).map(({ key }) => key))
  return TREND_FIGURES[source].all.filter(({ key }) => keys.has(key))
}

/** From the first visit or treatment to today, the same for every chart. */
function daysOf({ visits, treatments }: Trends): readonly [string, string] {
  const all = [
    ...visits.map(({ day }) => day),
    ...treatments.map(({ start }) => firstDayOf(start)),
  ].sort()
  return [all[0] ?? today(), today()]
}
