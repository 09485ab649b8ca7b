import { stepsOf } from '@mingmou/contract'
import type { EChartsCoreOption } from 'echarts/core'
import type { Period } from './period.ts'
import type { Rows } from './rows.ts'
import { frame, valueAxis, AXIS } from './chart-frame.ts'

/** Medians. From seconds to weeks: each line of the axis is sixty times the one below. */
export function turnaroundChart(
  rows: Rows<'turnaround'>,
  period: Period,
  names: Record<'result' | 'read' | 'report', string>,
  lengthOf: (seconds: number) => string,
): EChartsCoreOption {
  const steps = stepsOf(period.start_date, period.end_date)
  return {
    ...frame(steps),
    grid: { left: 64, right: 12, top: 44, bottom: 24 },
    tooltip: {
      trigger: 'axis',
      confine: true,
      valueFormatter: (value: unknown) => (typeof value === 'number' ? lengthOf(value) : '–'),
    },
    yAxis: valueAxis({
      type: 'log',
      logBase: 60,
      min: 1,
      axisLabel: { color: AXIS, formatter: lengthOf },
    }),
    series: (['result', 'read', 'report'] as const).map((key) => ({
      type: 'line',
      name: names[key],
      symbolSize: 8,
      showAllSymbol: true,
      data: steps.map((step) => {
        const median = rows.find((row) => row.step === step)?.[key].median ?? null
        // A logarithm needs more than zero.
        return median === null ? '-' : Math.max(median, 1)
      }),
    })),
  }
}
