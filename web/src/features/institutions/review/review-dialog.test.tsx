import { adminInstitutionDetail, adminReviewInstitution, areaAll } from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../../testing/render.tsx'
import { institutionRow, mainAccountRow } from '../../../testing/rows.ts'
import { startServer, type Answer } from '../../../testing/server.ts'
import { signIn, UID } from '../../../testing/session.ts'
import { ReviewDialog } from './review-dialog.tsx'

const DETAIL = {
  ...institutionRow({ oid: UID, review_status: 0 }),
  main_account: mainAccountRow(),
  member_count: 0,
  client_count: 0,
  storage_limit_mb: null,
  waiting_limit: null,
  stored_mb: 0,
  documents: [
    {
      document_id: UID,
      kind: 'licence',
      name: '许可证.pdf',
      type: 'application/pdf',
      size: 2_000_000,
    },
  ],
}
let server: Awaited<ReturnType<typeof startServer>>
let answer: Answer
let closed: number

beforeEach(async () => {
  localStorage.clear()
  signIn({ role: '1' })
  answer = { data: { review_status: 2, review_time: '2026-01-02T03:04:05Z' } }
  closed = 0
  server = await startServer(({ path }) => {
    if (path === areaAll.path) return { data: { areas: [] } }
    return path === adminInstitutionDetail.path ? { data: DETAIL } : answer
  })
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = async () => {
  await show(<ReviewDialog oid={UID} onClose={() => (closed += 1)} />, 'institutions')
  await screen.findByText('演示路1号', {}, { timeout: 10_000 })
}
const submit = () => userEvent.click(screen.getByRole('button', { name: '提交审核' }))
const sent = () => server.asked.filter(({ path }) => path === adminReviewInstitution.path)

test('a refusal needs a message, and goes out with it', async () => {
  await open()
  await userEvent.click(screen.getByLabelText('不通过'))
  await submit()
  expect(await screen.findByText('此项不能为空')).toBeTruthy()
  expect(sent()).toEqual([])
  await userEvent.type(screen.getByLabelText('审核意见'), '材料不全')
  await submit()
  expect(await screen.findByText('已拒绝该机构的入驻申请')).toBeTruthy()
  expect(sent()[0]?.body).toEqual({ oid: UID, review_status: 2, review_msg: '材料不全' })
  expect(closed).toBe(1)
})

test('who decides after somebody else is told so, and the dialog stays', async () => {
  answer = { status: 202, error_code: 1003, msg: '该申请已被审核' }
  await open()
  await userEvent.click(screen.getByLabelText('通过'))
  await submit()
  expect(await screen.findByText('该申请已被审核')).toBeTruthy()
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(closed).toBe(0)
})
