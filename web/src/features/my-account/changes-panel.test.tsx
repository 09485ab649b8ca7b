import { answerChange, myChanges, type DataOf } from '@mingmou/contract'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MemoryRouter } from 'react-router'
import { ChangeAlert } from '../../app/notices/change-alert.tsx'
import { show } from '../../testing/render.tsx'
import { startServer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { ChangesPanel } from './changes-panel.tsx'

const CHANGE = {
  change_id: UID,
  kind: 'email' as const,
  email: 'other@example.com',
  by_uid: UID,
  asked_at: '2026-03-01T02:00:00Z',
  due_at: '2026-03-04T02:00:00Z',
}

let server: Awaited<ReturnType<typeof startServer>>
let own: DataOf<typeof myChanges>

beforeEach(async () => {
  localStorage.clear()
  signIn({ role: '4' })
  own = { changes: [{ ...CHANGE, by_name: '演示主账号' }], held: null }
  server = await startServer(({ path }) => ({ data: path === myChanges.path ? own : {} }))
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const answered = () =>
  server.asked.filter(({ path }) => path === answerChange.path).map(({ body }) => body)

test.each([
  [/^同\s?意$/, true, '更改已生效'],
  [/^拒\s?绝$/, false, '更改已拒绝，账号保持不变'],
])('a clinician reads who asked for what and when, and answers %s', async (button, agree, done) => {
  await show(<ChangesPanel />, 'my-account')
  expect(await screen.findByText('邮箱将更换为 other@example.com')).toBeTruthy()
  expect(screen.getByText(/由演示主账号于 2026.*申请，不处理将于 2026.*生效/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: button }))
  expect(answered()).toEqual([])
  const question = within(await screen.findByRole('dialog'))
  own = { changes: [], held: null }
  await userEvent.click(question.getByRole('button', { name: button }))
  expect(await screen.findByText(done)).toBeTruthy()
  expect(answered()).toEqual([{ change_id: UID, agree }])
})

test('an account that another one reset says until when it signs nothing', async () => {
  own = { changes: [], held: { kind: 'password', until: '2026-03-02T02:00:00Z' } }
  await show(<ChangesPanel />, 'my-account')
  expect(await screen.findByText(/密码刚由他人重置。 2026.*10:00 前不能签发/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('every page leads to what waits, and says nothing where nothing does', async () => {
  const alert = () =>
    show(
      <MemoryRouter initialEntries={['/app/patient']}>
        <ChangeAlert />
      </MemoryRouter>,
    )
  await alert()
  const link = await screen.findByRole('link', { name: '前往处理' })
  expect(link.getAttribute('href')).toBe('/app/account')
  cleanup()
  own = { changes: [], held: null }
  await alert()
  await expect.poll(() => server.asked.length).toBe(2)
  expect(screen.queryByRole('status')).toBeNull()
})
