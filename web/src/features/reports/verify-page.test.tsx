import { verifyReport, type DataOf } from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer, type Answer } from '../../testing/server.ts'
import { Component as VerifyPage } from './verify-page.tsx'

const NUMBER = 'R20261121-AZJ5DW6Q2M64G3SNHRZ42LMHKU'
const STANDS: DataOf<typeof verifyReport> = {
  report_no: NUMBER,
  state: 'signed',
  altered: false,
  diagnosis_class: '1',
  institution: '演示眼科诊所',
  report_time: '2026-11-21T10:03:00Z',
  sha256: '5e'.repeat(32),
  ended_at: null,
  opens: true,
}

let server: Awaited<ReturnType<typeof startServer>>
afterEach(async () => {
  cleanup()
  await server.close()
})

test('an open page that says that a report stands says so no more once it was declared void', async () => {
  let answer: Answer = { data: STANDS }
  server = await startServer(() => answer)
  const address = `/report/verify?report_no=${NUMBER}`
  await show(
    <MemoryRouter initialEntries={[address]}>
      <VerifyPage />
    </MemoryRouter>,
    'reports',
    'kinds',
  )
  expect(await screen.findByText('报告有效')).toBeTruthy()
  const voided = { state: 'void', ended_at: '2026-11-22T02:00:00Z', opens: false } as const
  answer = { data: { ...STANDS, ...voided } }
  window.dispatchEvent(new Event('focus'))
  expect(await screen.findByText('报告已作废')).toBeTruthy()
  expect(screen.queryByText('报告有效')).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
  // Its institution is gone, and the number with it.
  answer = { status: 202, error_code: 1002, msg: '记录不存在' }
  document.dispatchEvent(new Event('visibilitychange'))
  expect((await screen.findAllByText('记录不存在')).length).toBeGreaterThan(0)
  expect(screen.queryByText(NUMBER)).toBeNull()
  const asked = server.asked.length
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(server.asked).toHaveLength(asked))
})
