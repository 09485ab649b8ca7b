import { verifyReport, type DataOf } from '@mingmou/contract'
import { cleanup, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { api } from '../../lib/calls/api.ts'
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

const showPage = () =>
  show(
    <MemoryRouter initialEntries={[`/report/verify?report_no=${NUMBER}`]}>
      <VerifyPage />
    </MemoryRouter>,
    'reports',
    'kinds',
  )

/** What a browser says when somebody comes back to the page. */
function back(): void {
  document.dispatchEvent(new Event('visibilitychange'))
  for (const event of ['focus', 'online']) window.dispatchEvent(new Event(event))
}

test('an open page that says that a report stands says so no more once it was declared void', async () => {
  let answer: Answer = { data: STANDS }
  server = await startServer(() => answer)
  await showPage()
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
  back()
  await api(verifyReport, { report_no: NUMBER }).catch(() => null)
  expect(server.asked).toHaveLength(asked + 1)
})

test('whoever comes back asks once', async () => {
  server = await startServer(() => ({ data: STANDS }))
  await showPage()
  expect(await screen.findByText('报告有效')).toBeTruthy()
  back()
  await api(verifyReport, { report_no: NUMBER })
  expect(server.asked).toHaveLength(3)
})
