import { FUNDUS_FIGURES, patientTrends, type TrendPoint, type Trends } from '@mingmou/contract'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer, type Answer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { optionOf } from './chart-option.ts'
import { treatmentMarks } from './chart-marks.ts'
import PatientTrends from './trends.tsx'

let server: Awaited<ReturnType<typeof startServer>>
let answer: Answer

const RID = '0190a5f0-0000-7000-8000-000000000009'
const visit = (day: string, outdated = false): Trends['visits'][number] => ({
  source: 'fundus',
  day,
  rid: RID,
  collect_device: 'Canon CR-2 AF',
  analysis_record_id: RID,
  outdated,
  unknown_eye: 1,
})
const point = (at: number, traits: Partial<TrendPoint>): TrendPoint => ({
  visit: at,
  value: null,
  spread: null,
  word: null,
  reason: null,
  drawn: null,
  image_index: 0,
  change: null,
  ...traits,
})
const trends: Trends = {
  visits: [visit('2023-01-02'), visit('2024-01-02'), visit('2025-01-02', true)],
  series: [
    {
      source: 'fundus',
      key: 'vcdr',
      eye: 'OD',
      points: [
        point(0, { value: 0.3, spread: 0.03 }),
        point(1, {
          value: 0.5,
          spread: 0.03,
          change: { from: 0, by: 0.2, unit: '1', limit: 0.0832, changed: true, reason: null },
        }),
        point(2, { reason: 'no_cup' }),
      ],
    },
    {
      source: 'fundus',
      key: 'vcdr',
      eye: 'OS',
      points: [
        point(0, { value: 0.31, spread: 0.03 }),
        point(1, {
          value: 0.33,
          spread: 0.03,
          change: { from: 0, by: 0.02, unit: '1', limit: 0.0832, changed: false, reason: null },
        }),
      ],
    },
  ],
  treatments: [{ start: '2023-06', end: null, disease: '糖尿病视网膜病变', plan: '全视网膜光凝' }],
  operation_history: '白内障手术',
}

beforeEach(async () => {
  localStorage.clear()
  signIn()
  answer = { data: trends }
  server = await startServer(() => answer)
})
afterEach(async () => {
  cleanup()
  await server.close()
})
const open = () => show(<PatientTrends pid={UID} />, 'trends', 'patients', 'findings')
const cells = () =>
  [...document.querySelectorAll('.trend-table tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  )

test('the table says what the chart shows: gaps with their reason, and a change only outside the error', async () => {
  await open()
  fireEvent.click(await screen.findByText(/^表$/))
  expect(cells()).toEqual([
    ['2025-01-02Canon CR-2 AF档案在分析后已修改，结果不再有效', '未找到视杯', '–'],
    [
      '2024-01-02Canon CR-2 AF',
      expect.stringMatching(/^0\.50\s±\s0\.03较 2023-01-02 \+0\.20，超出误差 ±0\.08，有变化$/u),
      expect.stringMatching(
        /^0\.33\s±\s0\.03较 2023-01-02 \+0\.02，在误差 ±0\.08 之内，不算变化$/u,
      ),
    ],
    ['2023-01-02Canon CR-2 AF', expect.stringMatching(/^0\.30/u), expect.stringMatching(/^0\.31/u)],
  ])
  expect(screen.getByText(/全视网膜光凝/)).toBeTruthy()
  expect(screen.getByText('手术史（无日期，未标在图上）：白内障手术')).toBeTruthy()
  expect(screen.getByText('3 张照片眼别未确定，未计入任何一只眼。')).toBeTruthy()
})

test('a patient without any figure, and a call that fails, say so', async () => {
  answer = { data: { ...trends, visits: [], series: [] } }
  await open()
  expect(await screen.findByText(/还没有可显示的数据/)).toBeTruthy()
  cleanup()
  answer = { status: 500, error_code: 500 }
  await open()
  expect(await screen.findByText('获取趋势失败')).toBeTruthy()
  expect(server.asked.at(-1)?.path).toBe(patientTrends.path)
})

test('treatments that began on one day have one line on the chart, with the numbers of both', () => {
  const began = [{ start: '2026-01-01' }, { start: '2026-03-04' }, { start: '2026-01-01' }]
  expect(treatmentMarks(began)).toEqual([
    { name: '1, 3', xAxis: '2026-01-01' },
    { name: '2', xAxis: '2026-03-04' },
  ])
  // Of a year alone the line stands at its first day.
  expect(treatmentMarks([{ start: '2026' }, { start: '2026-01-01' }])).toEqual([
    { name: '1, 2', xAxis: '2026-01-01' },
  ])
})

test.each([
  ['dr_grade', 4, [0, 4]],
  ['dr_referable_probability', 0.999, [0, 1]],
])('the axis of %s has no value that there is not', (key, value, ends) => {
  const figure = FUNDUS_FIGURES.at(key)
  const series = [
    { source: 'fundus' as const, key, eye: 'OD' as const, points: [point(0, { value })] },
  ]
  const option = optionOf({
    figure,
    series,
    trends,
    days: ['2023-01-02', '2025-01-02'],
    say: () => '',
  })
  const { min, max } = option['yAxis'] as { min: number; max: number }
  expect([min, max]).toEqual(ends)
})
