import { pointsOf, type Question, type QuestionResult } from '@mingmou/contract'
import type { EChartsCoreOption } from 'echarts/core'
import { language } from '../../../lib/texts/i18n.ts'

const COLORS = ['#0F766E', '#B45309', '#3B6FB6', '#7C5CBF', '#B42318', '#5B6B79', '#A8B4BD']
const AXIS = '#5B6B79'

export interface Bars {
  labels: string[]
  series: { name: string; counts: number[] }[]
}

/** How often each answer was given; null where the answers are words. */
export function barsOf(question: Question, result: QuestionResult, name: string): Bars | null {
  const count = (choice: number) =>
    result.choices.find((counted) => counted.choice === choice)?.count ?? 0
  switch (question.kind) {
    case 'text':
      return null
    case 'scale': {
      const points = pointsOf(question)
      return { labels: points.map(String), series: [{ name, counts: points.map(count) }] }
    }
    case 'matrix':
      return {
        labels: question.rows.map(({ text }) => text[language()]),
        series: question.options.map(({ id, text }) => ({
          name: text[language()],
          counts: question.rows.map(
            (row) =>
              result.cells.find((cell) => cell.row === row.id && cell.choice === id)?.count ?? 0,
          ),
        })),
      }
    default:
      return {
        labels: question.options.map(({ text }) => text[language()]),
        series: [{ name, counts: question.options.map(({ id }) => count(id)) }],
      }
  }
}

/** Bars that lie, the first answer on top. */
export function chartOf({ labels, series }: Bars): EChartsCoreOption {
  const isStacked = series.length > 1
  return {
    animation: false,
    aria: { enabled: false },
    color: COLORS,
    grid: { left: 12, right: 24, top: isStacked ? 36 : 8, bottom: 8, containLabel: true },
    legend: { show: isStacked, top: 0, left: 0, type: 'scroll', textStyle: { color: AXIS } },
    tooltip: { trigger: 'axis', confine: true },
    xAxis: {
      type: 'value',
      minInterval: 1,
      splitNumber: 4,
      axisLabel: { color: AXIS },
      splitLine: { lineStyle: { color: '#E5EAEE' } },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: labels,
      axisLabel: { color: AXIS, width: 150, overflow: 'truncate' },
    },
    series: series.map(({ name, counts }) => ({
      type: 'bar',
      barMaxWidth: 18,
      name,
      data: counts,
      ...(isStacked && { stack: 'all' }),
    })),
  }
}

/** The middle answer of a scale, or of two the mean; null without answers. */
export function medianOf({ choices, answered }: QuestionResult): number | null {
  const sorted = choices.toSorted((a, b) => a.choice - b.choice)
  const at = (place: number) => {
    let before = 0
    return sorted.find(({ count }) => (before += count) > place)?.choice ?? 0
  }
  if (answered === 0) return null
  return (at(Math.floor((answered - 1) / 2)) + at(Math.floor(answered / 2))) / 2
}
