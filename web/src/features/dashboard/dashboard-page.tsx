import { useQuery } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { DayFilter } from '../../ui/forms/date-input.tsx'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import './dashboard.css'
import { Drift } from './drift.tsx'
import { Overdue } from './overdue.tsx'
import { Agreement } from './agreement.tsx'
import { Photographs } from './photographs.tsx'
import { Stages } from './stages.tsx'
import { Turnaround } from './turnaround.tsx'
import { Ungradable } from './ungradable.tsx'
import { periodOf, SPANS, type Period, type Span } from './period.ts'
import { dashboardQuery } from './queries.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const isWhole = ({ start_date, end_date }: Period) =>
  DAY.test(start_date) && DAY.test(end_date) && start_date <= end_date

/** The period stands in the address: a span by its name, otherwise both days. */
function usePeriod() {
  const [params, setParams] = useSearchParams()
  const [from, to] = [params.get('from'), params.get('to')]
  const named = SPANS.find((span) => span === params.get('span')) ?? 'year'
  const span: Span | 'own' = from === null || to === null ? named : 'own'
  const period = useMemo(
    () => (from === null || to === null ? periodOf(named) : { start_date: from, end_date: to }),
    [from, to, named],
  )
  return {
    span,
    period,
    choose: (value: Span | 'own') =>
      value === 'own'
        ? setParams({ from: period.start_date, to: period.end_date })
        : setParams({ span: value }),
    setDays: ({ start_date, end_date }: Period) =>
      setParams({ from: start_date, to: end_date }, { replace: true }),
  }
}

/** The figures of the institution over a period. */
export function Component() {
  const { t } = useTranslation('dashboard')
  const { span, period, choose, setDays } = usePeriod()
  return (
    <>
      <PageTitle title={t('title')} />
      <div className="dashboard-head">
        <Segmented<Span | 'own'>
          aria-label={t('span.label')}
          value={span}
          onChange={choose}
          options={([...SPANS, 'own'] as const).map((value) => ({
            value,
            label: t(`span.${value}`),
          }))}
        />
        {span === 'own' ? (
          <>
            <label className="dashboard-day">
              {t('from')}
              <DayFilter
                value={period.start_date}
                onChange={(start_date) => setDays({ ...period, start_date })}
              />
            </label>
            <label className="dashboard-day">
              {t('to')}
              <DayFilter
                value={period.end_date}
                onChange={(end_date) => setDays({ ...period, end_date })}
              />
            </label>
          </>
        ) : (
          <span className="soft">{t('days', { ...period })}</span>
        )}
      </div>
      <Overdue />
      <Drift />
      <p className="soft">{t('note')}</p>
      {isWhole(period) ? <Shown period={period} /> : <p role="alert">{t('wrongPeriod')}</p>}
    </>
  )
}

function Shown({ period }: { period: Period }) {
  const { t } = useTranslation('dashboard')
  const query = useQuery(dashboardQuery(period))
  const { data } = query
  if (query.isError) return <Failed title={t('failed')} query={query} />
  if (!data) return <Loading />
  return (
    <div className="dashboard">
      <Photographs rows={data.photographs} period={period} />
      <Turnaround rows={data.turnaround} period={period} />
      <Ungradable rows={data.ungradable} period={period} />
      <Stages rows={data.stages} period={period} />
      <Agreement rows={data.agreement} period={period} />
    </div>
  )
}
