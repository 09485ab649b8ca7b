import type { DriftLook, DriftMeasure } from '@mingmou/contract'
import type { EChartsCoreOption } from 'echarts/core'
import { isShare } from './figure-text.ts'

export type Look = DriftLook & { week: string }

const [AXIS, INSIDE, OUTSIDE] = ['#5B6B79', '#0F766E', '#B42318']

/** Filled dots stand within the band, red ones outside. A week of too few has none. */
export function measureChart(measure: DriftMeasure, looks: readonly Look[]): EChartsCoreOption {
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
