import type { EChartsCoreOption } from 'echarts/core'
import { frame, valueAxis, AXIS } from './chart-frame.ts'

/** The share of what could not be judged, in percent of what was analysed. */
export function ungradableChart(
  rows: readonly { name: string; analysed: number; ungradable: number }[],
  name: string,
): EChartsCoreOption {
  const shown = rows
    .filter(({ analysed }) => analysed > 0)
    .slice(0, 12)
    .toReversed()
  return {
    ...frame([]),
    grid: { left: 12, right: 24, top: 8, bottom: 24, containLabel: true },
    legend: { show: false },
    xAxis: valueAxis({
      min: 0,
      max: 100,
      interval: 25,
      axisLabel: { color: AXIS, formatter: '{value}%', hideOverlap: true },
    }),
    yAxis: {
      type: 'category',
      data: shown.map((row) => row.name),
      axisLabel: { color: AXIS, width: 140, overflow: 'truncate' },
    },
    series: [
      {
        type: 'bar',
        name,
        barMaxWidth: 18,
        data: shown.map(({ analysed, ungradable }) =>
          Number(((100 * ungradable) / analysed).toFixed(1)),
        ),
      },
    ],
  }
}
