import type { EChartsCoreOption } from 'echarts/core'

const COLORS = ['#0F766E', '#B45309', '#3B6FB6', '#7C5CBF', '#B42318', '#5B6B79', '#A8B4BD']
export const AXIS = '#5B6B79'

interface Series {
  name: string
  /** Null: a gap. */
  values: readonly (number | null)[]
}

export const frame = (labels: readonly string[]): EChartsCoreOption => ({
  animation: false,
  aria: { enabled: false },
  color: COLORS,
  grid: { left: 48, right: 12, top: 44, bottom: 24 },
  legend: { top: 0, left: 0, type: 'scroll', itemWidth: 12, textStyle: { color: AXIS } },
  tooltip: { trigger: 'axis', confine: true },
  xAxis: { type: 'category', data: [...labels], axisLabel: { color: AXIS, hideOverlap: true } },
})
export const valueAxis = (more: object = {}) => ({
  type: 'value',
  splitNumber: 3,
  axisLabel: { color: AXIS },
  splitLine: { lineStyle: { color: '#E5EAEE' } },
  ...more,
})

export function stacked(labels: readonly string[], series: readonly Series[]): EChartsCoreOption {
  return {
    ...frame(labels),
    yAxis: valueAxis({ minInterval: 1 }),
    series: series.map(({ name, values }) => ({
      type: 'bar',
      stack: 'all',
      barMaxWidth: 28,
      name,
      data: [...values],
    })),
  }
}
