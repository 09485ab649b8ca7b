import { Skeleton } from 'antd'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { chartOf, type Bars } from './result-charts.ts'

const Chart = lazy(() => import('../../../ui/charts/chart.tsx'))

const ROW_REM = 0.34

export function BarChart({ bars, name }: { bars: Bars; name: string }) {
  const { t } = useTranslation('questionnaire-admin')
  const option = useMemo(() => chartOf(bars), [bars])
  return (
    <div style={{ height: `${bars.labels.length * ROW_REM + 0.5}rem` }} className="survey-chart">
      <Suspense fallback={<Skeleton.Node active className="chart" />}>
        <Chart option={option} name={t('results.chart', { name })} />
      </Suspense>
    </div>
  )
}
