import type { DriftLook, DriftMeasure, OpenedDrift } from '@mingmou/contract'
import type { EChartsCoreOption } from 'echarts/core'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'

const Chart = lazy(() => import('../../ui/charts/chart.tsx'))

const isShare = (measure: DriftMeasure) => measure !== 'quality' && measure !== 'score'
/** Shares in percent, scores as they are. */
export const figureText = (measure: DriftMeasure, value: number | null): string => {
  if (value === null) return '—'
  return isShare(measure) ? `${(100 * value).toFixed(1)}%` : value.toFixed(2)
}

type Look = DriftLook & { week: string }

/** A measure by weeks beside what it was of the first photographs. The table says the same as the chart. */
export function Measure(props: { measure: DriftMeasure; weeks: OpenedDrift['weeks'] }) {
  const { measure, weeks } = props
  const { t } = useTranslation('drift')
  const looks = useMemo(
    () =>
      weeks.flatMap(({ week, looks: all }) =>
        all.flatMap((look): Look[] => (look.measure === measure ? [{ ...look, week }] : [])),
      ),
    [weeks, measure],
  )
  const option = useMemo(() => chartOf(measure, looks), [measure, looks])
  const told = looks.filter(({ state }) => state !== 'few')
  const newest = told.at(-1)
  return (
    <section aria-label={t(`measure.${measure}`)}>
      <h3>{t(`measure.${measure}`)}</h3>
      <p className="soft">{t(`about.${measure}`)}</p>
      {newest ? (
        <p>
          {t('measured', {
            base: figureText(measure, newest.base),
            now: figureText(measure, newest.now),
            week: newest.week,
            n: newest.n,
          })}
          {newest.weeks > 1 && ` ${t('joined', { weeks: newest.weeks })}`}
        </p>
      ) : (
        <p>{t('few')}</p>
      )}
      {told.length > 0 && (
        <Suspense fallback={null}>
          <Chart option={option} name={t('chart', { measure: t(`measure.${measure}`) })} />
        </Suspense>
      )}
      {looks.length > 0 && (
        <details>
          <summary>{t('table.show')}</summary>
          <div className="drift-scroll" tabIndex={0} role="group" aria-label={t('table.show')}>
            <table className="drift-table">
              <thead>
                <tr>
                  {(['week', 'n', 'now', 'base', 'index', 'chance', 'says'] as const).map((one) => (
                    <th key={one} scope="col">
                      {t(`table.${one}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {looks.toReversed().map((look) => (
                  <tr key={look.week}>
                    <th scope="row">{look.week}</th>
                    <td>{look.n}</td>
                    <td>{figureText(measure, look.now)}</td>
                    <td>{figureText(measure, look.base)}</td>
                    <td>{look.index === null ? '—' : look.index.toFixed(2)}</td>
                    <td>{chanceText(look.chance)}</td>
                    <td>{t(`look.${look.state}`)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </section>
  )
}

function chanceText(chance: number | null): string {
  if (chance === null) return '—'
  return chance < 0.0001 ? '< 0.0001' : chance.toFixed(4)
}

const [AXIS, INSIDE, OUTSIDE] = ['#5B6B79', '#0F766E', '#B42318']

/** Filled dots stand within the band, red ones outside. A week of too few has none. */
function chartOf(measure: DriftMeasure, looks: readonly Look[]): EChartsCoreOption {
  const factor = isShare(measure) ? 100 : 1
  const base = looks[0]?.base ?? null
  const shown = (value: number) => Number((factor * value).toFixed(2))
  return {
    animation: false,
    aria: { enabled: false },
    grid: { left: 44, right: 12, top: 12, bottom: 24 },
    tooltip: { trigger: 'axis', confine: true },
    xAxis: {
      type: 'category',
      data: looks.map(({ week }) => week),
      axisLabel: { color: AXIS, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      min: 0,
      max: factor,
      splitNumber: 2,
      axisLabel: { color: AXIS, formatter: isShare(measure) ? '{value}%' : '{value}' },
      splitLine: { lineStyle: { color: '#E5EAEE' } },
    },
    series: [
      {
        type: 'line',
        color: INSIDE,
        connectNulls: true,
        symbolSize: 7,
        symbol: 'circle',
        showAllSymbol: true,
        data: looks.map(({ state, now }) =>
          state === 'few' || now === null
            ? null
            : { value: shown(now), itemStyle: { color: state === 'out' ? OUTSIDE : INSIDE } },
        ),
        markLine:
          base === null
            ? {}
            : {
                silent: true,
                symbol: 'none',
                label: { show: false },
                lineStyle: { color: AXIS, type: 'dashed' },
                data: [{ yAxis: shown(base) }],
              },
      },
    ],
  }
}
