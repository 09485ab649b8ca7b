import type { DriftMeasure, OpenedDrift } from '@mingmou/contract'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Look, measureChart } from './measure-chart.ts'
import { figureText } from './figure-text.ts'

const Chart = lazy(() => import('../../ui/charts/chart.tsx'))

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
  const option = useMemo(() => measureChart(measure, looks), [measure, looks])
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
                  {(['week', 'n', 'now', 'base', 'index', 'chance', 'says'] as const).map(
                    (column) => (
                      <th key={column} scope="col">
                        {t(`table.${column}`)}
                      </th>
                    ),
                  )}
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
