import { isAcuity } from '@mingmou/contract'
import type { EChartsCoreOption } from 'echarts/core'
import { type Drawn, bandOf, lineOf, wordsOf } from './chart-series.ts'
import { rangeOf } from './chart-range.ts'
import { marksOf } from './chart-marks.ts'

const AXIS = '#5B6B79'

/** The chart of a figure. A gap breaks the line, and so does a point that is not compared with the one before. */
export function optionOf(drawn: Drawn): EChartsCoreOption {
  const { figure, series, trends, days } = drawn
  const [min, max] = rangeOf(figure, series)
  return {
    animation: false,
    aria: { enabled: false },
    grid: { left: 44, right: 12, top: 22, bottom: 24 },
    tooltip: { trigger: 'item', confine: true },
    xAxis: {
      type: 'time',
      min: days[0],
      max: days[1],
      splitNumber: 3,
      axisLabel: { color: AXIS, hideOverlap: true, formatter: (at: number) => monthOf(at) },
      axisLine: { lineStyle: { color: '#CBD5DC' } },
    },
    yAxis: {
      type: isAcuity(figure.key) ? 'log' : 'value',
      min,
      max,
      splitNumber: 3,
      // The ends of an axis are no round numbers, except of counts and grades.
      axisLabel: {
        color: AXIS,
        hideOverlap: true,
        showMinLabel: figure.digits === 0 || figure.chance,
        showMaxLabel: figure.digits === 0 || figure.chance,
        ...(figure.chance && { formatter: (value: number) => `${Math.round(value * 100)}%` }),
      },
      splitLine: { lineStyle: { color: '#E5EAEE' } },
    },
    series: series.flatMap((trend, at) => [
      ...bandOf(drawn, trend),
      lineOf(drawn, trend, at === 0 ? marksOf(figure, trends) : {}),
      ...wordsOf(drawn, trend, min),
    ]),
  }
}

const monthOf = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 7)
