import {
  imageName,
  stepsOf,
  type Dashboard,
  type DashboardPart,
  type Modality,
} from '@mingmou/contract'
import type { EChartsCoreOption } from 'echarts/core'
import { language } from '../../lib/texts/i18n.ts'
import type { Period } from './period.ts'

export type Rows<Part extends DashboardPart> = Dashboard[Part]

const COLORS = ['#0F766E', '#B45309', '#3B6FB6', '#7C5CBF', '#B42318', '#5B6B79', '#A8B4BD']
const AXIS = '#5B6B79'

export const kindName = (modality: Modality) => imageName(modality, language())
export const stagesIn = (rows: Rows<'stages'>) =>
  [...new Set(rows.flatMap(({ stages }) => stages.map(({ stage }) => stage)))].sort()

interface Series {
  name: string
  /** Null: a gap. */
  values: readonly (number | null)[]
}

const frame = (labels: readonly string[]): EChartsCoreOption => ({
  animation: false,
  aria: { enabled: false },
  color: COLORS,
  grid: { left: 48, right: 12, top: 44, bottom: 24 },
  legend: { top: 0, left: 0, type: 'scroll', itemWidth: 12, textStyle: { color: AXIS } },
  tooltip: { trigger: 'axis', confine: true },
  xAxis: { type: 'category', data: [...labels], axisLabel: { color: AXIS, hideOverlap: true } },
})
const valueAxis = (more: object = {}) => ({
  type: 'value',
  splitNumber: 3,
  axisLabel: { color: AXIS },
  splitLine: { lineStyle: { color: '#E5EAEE' } },
  ...more,
})

function stacked(labels: readonly string[], series: readonly Series[]): EChartsCoreOption {
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

export function photographsChart(rows: Rows<'photographs'>, period: Period) {
  const steps = stepsOf(period.start_date, period.end_date)
  const kinds = rows.flatMap(({ step, modality }) =>
    step === null && modality !== null ? [modality] : [],
  )
  const series = kinds.map((kind) => ({
    name: kindName(kind),
    values: steps.map(
      (step) => rows.find((row) => row.step === step && row.modality === kind)?.photographs ?? 0,
    ),
  }))
  return stacked(steps, series)
}

export function stagesChart(
  rows: Rows<'stages'>,
  period: Period,
  names: { stage: (stage: number) => string; unstaged: string; ungradable: string },
) {
  const steps = stepsOf(period.start_date, period.end_date)
  const at = (value: (row: Rows<'stages'>[number]) => number) =>
    steps.map((step) => {
      const row = rows.find((one) => one.step === step)
      return row ? value(row) : 0
    })
  return stacked(steps, [
    ...stagesIn(rows).map((stage) => ({
      name: names.stage(stage),
      values: at(({ stages }) => stages.find((one) => one.stage === stage)?.eyes ?? 0),
    })),
    { name: names.unstaged, values: at(({ unstaged }) => unstaged) },
    { name: names.ungradable, values: at(({ ungradable }) => ungradable) },
  ])
}

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
