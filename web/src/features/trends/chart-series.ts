import type { Figure, TrendPoint, TrendSeries, Trends } from '@mingmou/contract'
import { lookOf } from './looks.ts'

export interface Drawn {
  figure: Figure
  series: readonly TrendSeries[]
  trends: Trends
  /** First and last day of every chart of the page. */
  days: readonly [string, string]
  say: (point: TrendPoint) => string
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

export function lineOf({ trends, say }: Drawn, { eye, points }: TrendSeries, marks: object) {
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
export function bandOf({ trends }: Drawn, { eye, points }: TrendSeries) {
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
export function wordsOf({ trends, say }: Drawn, { eye, points }: TrendSeries, foot: number) {
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
