import {
  firstDayOf,
  today,
  TREND_FIGURES,
  TREND_SOURCES,
  type Figure,
  type Trends,
  type TrendSource,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showFailure } from '../../lib/calls/api.ts'
import { formatPeriod } from '../../lib/texts/period.ts'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { FigureCard, Mark } from './figure-card.tsx'
import { isMain } from './figures.ts'
import { saveTrends, trendsQuery } from './queries.ts'
import './trends.css'

/** The figures of a patient over time. */
export default function PatientTrends({ pid }: { pid: string }) {
  const { t } = useTranslation('trends')
  const query = useQuery(trendsQuery(pid))
  const { data } = query
  if (query.isError && !data) return <Failed title={t('failed')} query={query} />
  if (!data) return <Loading />
  if (data.series.length === 0)
    return (
      <div className="panel">
        <Nothing hint={t('empty')} />
        <Notes trends={data} />
      </div>
    )
  return <Shown pid={pid} trends={data} />
}

function Shown({ pid, trends }: { pid: string; trends: Trends }) {
  const { t } = useTranslation(['trends', 'patients'])
  const sources = TREND_SOURCES.filter((source) =>
    trends.series.some((one) => one.source === source),
  )
  const [chosen, setChosen] = useState<TrendSource>()
  const [as, setAs] = useState<'chart' | 'table'>('chart')
  const [more, setMore] = useState(false)
  const source = sources.find((one) => one === chosen) ?? sources[0] ?? 'exam'
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
      <Notes trends={trends} source={source} />
      <div className="trend-cards" data-as={as}>
        {shown.map((figure) => (
          <FigureCard
            key={`${source}.${figure.key}`}
            figure={figure}
            series={trends.series.filter((one) => one.source === source && one.key === figure.key)}
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
  const keys = new Set(series.filter((one) => one.source === source).map(({ key }) => key))
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

/** What the charts cannot say: marks, treatments, and photographs that are in no series. */
function Notes({ trends, source }: { trends: Trends; source?: TrendSource }) {
  const { t } = useTranslation('trends')
  const visits = trends.visits.filter((visit) => source === undefined || visit.source === source)
  const unknown = visits.reduce((sum, { unknown_eye }) => sum + unknown_eye, 0)
  const open = visits.filter(
    ({ rid, analysis_record_id }) => rid !== null && analysis_record_id === null,
  )
  const { treatments, operation_history } = trends
  return (
    <div className="panel trend-notes">
      {source !== undefined && (
        <p>
          {source !== 'diabetes' && (
            <>
              <Mark eye="OD" /> <Mark eye="OS" />{' '}
            </>
          )}
          {t(source === 'exam' || source === 'diabetes' ? `legend.${source}` : 'legend.figures')}
        </p>
      )}
      {treatments.length > 0 && (
        <ol aria-label={t('treatments')}>
          {treatments.map(({ start, end, disease, plan }, at) => (
            <li key={at} className="long-text">
              {t(end === null ? 'treatment.goesOn' : 'treatment.ended', {
                start: formatPeriod(start),
                end: end && formatPeriod(end),
              })}{' '}
              {plan ?? t('treatment.none')} <span className="soft">({disease})</span>
            </li>
          ))}
        </ol>
      )}
      {operation_history !== null && (
        <p className="long-text">{t('operations', { text: operation_history })}</p>
      )}
      {unknown > 0 && <p>{t('unknownEye', { count: unknown })}</p>}
      {open.length > 0 && <p>{t('open', { days: open.map(({ day }) => day).join(', ') })}</p>}
    </div>
  )
}
