import type { AnalysedImage, FundusFindings } from '@mingmou/contract'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { show } from '../../testing/render.tsx'
import { ChangeTable } from './change-table.tsx'
import type { Shown } from './sides.ts'

afterEach(cleanup)

const shown = (record_date: string, traits: Partial<FundusFindings> = {}): Shown => ({
  sitting: {
    image_id: record_date,
    record_date,
    collect_device: 'Canon CR-2 AF',
    created_at: '2024-03-01T00:00:00Z',
    image_count: 1,
    thumb_url: '',
    analysis_record_id: 'a',
    anal_id: 'a',
    status: 'done',
    progress: 1,
    stage: 'saving',
    eyes: [
      {
        eye: 'OD',
        photographs: 1,
        gradable: 1,
        referral: 'referable' as const,
        reasons: [{ reason: 'stage' as const, referral: 'referable' as const }],
        stage: 2,
        at_least: null,
        lesions: false,
        stated: [],
        contradicts: false,
        machine: null,
      },
    ],
    reports: [],
  },
  image: { eye: 'OD', data: { ...SAMPLE_FINDINGS, ...traits } } as AnalysedImage,
})
const table = (after: Partial<FundusFindings>) =>
  show(
    <ChangeTable eye="OD" before={shown('2023-03-01')} after={shown('2024-03-01', after)} />,
    'comparisons',
    'findings',
  )
const row = (name: RegExp) => {
  const found = screen.getAllByRole('rowheader', { name })[0]?.closest('tr')
  if (!found) throw new Error(`no row ${String(name)}`)
  return within(found)
}

test('a difference inside the errors of both is not called a change, and one beyond them is', async () => {
  const confidence = { ...SAMPLE_FINDINGS.confidence, vcdr: { level: 0.92, spread: 0.03 } }
  await table({ vcdr: 0.66, confidence })
  const vcdr = row(/垂直杯盘比/)
  expect(vcdr.getByText('+0.04')).toBeTruthy()
  expect(vcdr.getByText('± 0.08')).toBeTruthy()
  expect(vcdr.getByText('在测量误差之内')).toBeTruthy()
  cleanup()
  await table({ vcdr: 0.8, confidence })
  expect(row(/垂直杯盘比/).getByText('有变化')).toBeTruthy()
})

test('of pictures whose vessels do not match no figure is called changed, and the reason stands above', async () => {
  const [before, after] = [shown('2023-03-01'), shown('2024-03-01', { vcdr: 0.9 })]
  await show(
    <ChangeTable eye="OD" before={before} after={after} vessels="unmatched" />,
    ...['comparisons', 'findings'],
  )
  expect(screen.getByRole('alert').textContent).toContain('可能不是同一只眼或同一患者')
  expect(row(/垂直杯盘比/).getByText(/^不能比较：血管走行不相符/)).toBeTruthy()
  expect(screen.queryByText('有变化')).toBeNull()
})

test('while the pictures are being aligned no figure is called changed, and the differences stand', async () => {
  const [before, after] = [shown('2023-03-01'), shown('2024-03-01', { vcdr: 0.9 })]
  await show(
    <ChangeTable eye="OD" before={before} after={after} vessels="aligning" />,
    ...['comparisons', 'findings'],
  )
  const vcdr = row(/垂直杯盘比/)
  expect(vcdr.getByText('正在配准')).toBeTruthy()
  expect(vcdr.getByText('+0.28')).toBeTruthy()
  expect(screen.queryByText('有变化')).toBeNull()
  expect(screen.queryByText('在测量误差之内')).toBeNull()
})

test('counts of lesions stand as ranges, and changed only beyond what repeats of one eye show', async () => {
  const { lesions } = SAMPLE_FINDINGS
  const counted = (count: number) => ({
    lesions: lesions && { ...lesions, microaneurysms: { ...lesions.microaneurysms, count } },
  })
  await table(counted(8))
  const near = row(/微动脉瘤/)
  expect(near.getAllByText(/^约\d+–\d+处$/)).toHaveLength(2)
  expect(near.getByText('+1')).toBeTruthy()
  expect(near.getByText('在测量误差之内')).toBeTruthy()
  cleanup()
  await table(counted(60))
  expect(row(/微动脉瘤/).getByText('有变化')).toBeTruthy()
})

test('an ungradable image is named, and no figure is compared', async () => {
  await table({ gradable: false })
  expect(screen.getByRole('alert').textContent).toContain('有一张图像不可判读')
  expect(screen.queryByText('有变化')).toBeNull()
  expect(screen.queryByText('在测量误差之内')).toBeNull()
})
