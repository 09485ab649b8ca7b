import type { AnalysisResult, FirstLook } from '@mingmou/contract'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../../testing/render.tsx'
import { startServer } from '../../../testing/server.ts'
import { signIn, UID } from '../../../testing/session.ts'
import { ProgressCard } from './progress-card.tsx'

afterEach(cleanup)

const running: AnalysisResult = {
  analysis_record_id: UID,
  image_id: UID,
  anal_id: UID,
  can_add_diagnose: false,
  status: 'running',
  progress: 0.4,
  stage: 'vessels',
  reason: null,
  patient_opinion: null,
  treatments: [],
  reports: [],
  looks: [],
  left: [],
  right: [],
  other: [],
}
const LOOKS: FirstLook[] = [
  { image_index: 0, gradable: true, reasons: [] },
  { image_index: 1, gradable: true, reasons: ['blurred'] },
  { image_index: 2, gradable: false, reasons: ['too_dark', 'blurred'] },
]
const card = (result: AnalysisResult) =>
  show(<ProgressCard imageId={UID} result={result} />, 'analyses', 'findings')

test('while an analysis runs, each photograph that was looked at is told, and which to take anew', async () => {
  await card({ ...running, looks: LOOKS })
  expect(screen.getByText('初步查看（以分析完成后的结果为准）')).toBeTruthy()
  const [first, second, third] = screen.getAllByRole('listitem').map((item) => item.textContent)
  expect(first).toBe('第 1 张：未见明显质量问题')
  expect(second).toMatch(/^第 2 张：可继续分析，/)
  expect(third).toMatch(/^第 3 张：不可判读（.+、.+）$/)
  expect(screen.getByText(/请在患者离开前/)).toBeTruthy()
})

test('before the first look nothing of it is said, and where all can be read nobody is asked to take one anew', async () => {
  const { unmount } = await card(running)
  expect(screen.queryByText(/初步查看/)).toBeNull()
  unmount()
  await card({ ...running, looks: LOOKS.slice(0, 2) })
  expect(screen.queryByText(/请在患者离开前/)).toBeNull()
})

test('an analysis that ended says nothing of its first look', async () => {
  await card({ ...running, status: 'cancelled', looks: LOOKS })
  expect(screen.queryByText(/初步查看/)).toBeNull()
})

test('an analysis that is not started or not cancelled says so', async () => {
  signIn()
  const server = await startServer(() => ({ lost: true }))
  const { unmount } = await card(running)
  await userEvent.click(screen.getByRole('button', { name: /取\s?消/ }))
  await screen.findByText('AI分析未能取消')
  unmount()
  await card({ ...running, status: 'cancelled' })
  await userEvent.click(screen.getByRole('button', { name: '重新分析' }))
  await screen.findByText('AI分析未能开始')
  await server.close()
})
