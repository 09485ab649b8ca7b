import {
  firstDayOf,
  isAcuity,
  type ExamEye,
  type Figure,
  type TrendPoint,
  type TrendSeries,
  type Trends,
} from '@mingmou/contract'
import type { EChartsCoreOption } from 'echarts/core'

/** A colour and a mark for each eye, and for what is the patient's. */
export const LOOKS = {
  OD: { color: '#0F766E', symbol: 'circle' },
  OS: { color: '#B45309', symbol: 'diamond' },
  patient: { color: '#334155', symbol: 'rect' },
} as const
export const lookOf = (eye: ExamEye | null) => LOOKS[eye ?? 'patient']

const NORM = 'rgba(15, 118, 110, 0.08)'
const AXIS = '#5B6B79'
const ACUITY = { min: 0.01, max: 2 }

interface Drawn {
  figure: Figure
  series: readonly TrendSeries[]
  trends: Trends
  /** First and last day of every chart of the page. */
  days: readonly [string, string]
  say: (point: TrendPoint) => string
}

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
    series: series.flatMap((one, at) => [
      ...bandOf(drawn, one),
      lineOf(drawn, one, at === 0 ? marksOf(figure, trends) : {}),
      ...wordsOf(drawn, one, min),
    ]),
  }
}

const monthOf = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 7)

/** A grade or a probability shows its whole scale, a longer one the part in use. */
const scaled = (
  [least, most]: readonly [number, number],
  [low, high]: [number, number],
): [number, number] =>
  most - least <= 5 ? [least, most] : [Math.max(least, low), Math.min(most, high)]

/** Room for every value with its spread, and for the norm. */
function rangeOf(
  { key, norm, digits, scale }: Figure,
  series: readonly TrendSeries[],
): [number, number] {
  if (isAcuity(key)) return [ACUITY.min, ACUITY.max]
  const values = series.flatMap(({ points }) =>
    points.flatMap(({ value, spread }) =>
      value === null ? [] : [value - (spread ?? 0), value + (spread ?? 0)],
    ),
  )
  const all = norm ? [...values, norm.low, norm.high] : values
  if (all.length === 0) return [0, 1]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const room = Math.max((high - low) * 0.15, 2 * 10 ** -digits)
  const round = (value: number) => Number(value.toFixed(digits))
  if (scale !== null) return scaled(scale, [round(low - room), round(high + room)])
  // A figure below zero is none, unless one is there.
  return [round(low >= 0 ? Math.max(0, low - room) : low - room), round(high + room)]
}

const dayOf = ({ visits }: Trends, { visit }: TrendPoint) => visits[visit]?.day ?? ''

/** The points with an empty one wherever the line breaks. */
function broken(points: readonly TrendPoint[]): (TrendPoint | null)[] {
  let last: TrendPoint | null = null
  return points.flatMap((point) => {
    const { change } = point
    const alike = change !== null && change.by !== null
    const joined = last === null || (alike && change.from === last.visit)
    if (point.value !== null) last = point
    return joined ? [point] : [null, point]
  })
}

function lineOf({ trends, say }: Drawn, { eye, points }: TrendSeries, marks: object) {
  const { color, symbol } = lookOf(eye)
  return {
    type: 'line',
    color,
    symbolSize: 8,
    connectNulls: false,
    showAllSymbol: true,
    z: 3,
    data: broken(points).map((point) => {
      if (point === null || point.value === null) return { value: ['-', '-'] }
      const outdated = trends.visits[point.visit]?.outdated
      return {
        value: [dayOf(trends, point), point.value],
        symbol: outdated ? `empty${symbol[0]?.toUpperCase()}${symbol.slice(1)}` : symbol,
        tooltip: { formatter: say(point) },
      }
    }),
    ...marks,
  }
}

/** One standard deviation on either side of a value. */
function bandOf({ trends }: Drawn, { eye, points }: TrendSeries) {
  if (points.every(({ spread }) => spread === null)) return []
  const { color } = lookOf(eye)
  const of = (valueOf: (value: number, spread: number) => number, areaStyle?: object) => ({
    type: 'line',
    stack: `band-${eye ?? ''}`,
    stackStrategy: 'all',
    silent: true,
    symbol: 'none',
    lineStyle: { opacity: 0 },
    z: 1,
    ...(areaStyle && { areaStyle }),
    data: broken(points).map((point) =>
      point === null || point.value === null
        ? ['-', '-']
        : [dayOf(trends, point), valueOf(point.value, point.spread ?? 0)],
    ),
  })
  return [
    of((value, spread) => value - spread),
    of((_, spread) => 2 * spread, { color, opacity: 0.14 }),
  ]
}

/** An acuity below the chart is a word at the foot, at no height of its own. */
function wordsOf({ trends, say }: Drawn, { eye, points }: TrendSeries, foot: number) {
  const words = points.filter(({ word }) => word !== null)
  if (words.length === 0) return []
  const { color } = lookOf(eye)
  return [
    {
      type: 'scatter',
      symbolSize: 1,
      data: words.map((point) => ({
        value: [dayOf(trends, point), foot],
        tooltip: { formatter: say(point) },
        label: {
          show: true,
          formatter: `${eye ?? ''} ${point.word ?? ''}`,
          color,
          position: eye === 'OS' ? [0, -28] : 'top',
        },
      })),
    },
  ]
}

/** A line for each day on which treatments began, with their numbers: one would hide the other. */
export function treatmentMarks(treatments: readonly Pick<Trends['treatments'][number], 'start'>[]) {
  const began = treatments.map(({ start }) => firstDayOf(start))
  return [...new Set(began)].map((day) => ({
    name: began.flatMap((start, at) => (start === day ? [at + 1] : [])).join(', '),
    xAxis: day,
  }))
}

/** The norm as a band, and each treatment by its number. */
function marksOf({ norm }: Figure, { treatments }: Trends) {
  return {
    markArea: {
      silent: true,
      itemStyle: { color: NORM },
      data: norm ? [[{ yAxis: norm.low }, { yAxis: norm.high }]] : [],
    },
    markLine: {
      silent: true,
      symbol: 'none',
      lineStyle: { color: '#7C5CBF', type: 'dashed' },
      label: { color: '#5B3FA0', formatter: '{b}', distance: 2 },
      data: treatmentMarks(treatments),
    },
  }
}
