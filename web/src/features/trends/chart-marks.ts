import { firstDayOf, type Figure, type Trends } from '@mingmou/contract'

const NORM = 'rgba(15, 118, 110, 0.08)'

/** A line for each day on which treatments began, with their numbers: one would hide the other. */
export function treatmentMarks(treatments: readonly Pick<Trends['treatments'][number], 'start'>[]) {
  const began = treatments.map(({ start }) => firstDayOf(start))
  return [...new Set(began)].map((day) => ({
    name: began.flatMap((start, at) => (start === day ? [at + 1] : [])).join(', '),
    xAxis: day,
  }))
}

/** The norm as a band, and each treatment by its number. */
export function marksOf({ norm }: Figure, { treatments }: Trends) {
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
