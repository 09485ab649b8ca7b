import type { TrendPoint } from '@mingmou/contract'
import { Skeleton } from 'antd'
import { lazy, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { optionOf } from './chart-option.ts'
import { pointText } from './words.ts'
import type { FigureProps } from './figure-props.ts'

const Chart = lazy(() => import('../../ui/charts/chart.tsx'))

export function FigureChart(props: Omit<FigureProps, 'as'> & { name: string }) {
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
