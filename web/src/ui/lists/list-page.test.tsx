import { listMembers } from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { subAccountRow } from '../../testing/rows.ts'
import { startServer, type Answer } from '../../testing/server.ts'
import { signIn } from '../../testing/session.ts'
import { ListPage, listOf } from './list-page.tsx'

let server: Awaited<ReturnType<typeof startServer>>
let answer: (asked: { page: number }) => Answer

const rows = (count: number, page = 1, total = count): Answer => ({
  data: {
    account: Array.from({ length: count }, (_, index) =>
      subAccountRow({
        aid: `0190a5f0-0000-7000-8000-${String(index).padStart(12, '0')}`,
        No: index + 1,
      }),
    ),
    total_count: total,
    page,
    acc_status_map: {},
  },
})

beforeEach(async () => {
  localStorage.clear()
  signIn()
  answer = () => rows(2)
  server = await startServer(({ body }) => answer(body as { page: number }))
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const list = listOf(
  listMembers,
  ({ words, page }) => ({ ...words, ...page }),
  ({ account, ...rest }) => ({ ...rest, rows: account }),
)
function Address() {
  const { pathname, search } = useLocation()
  return <output>{`${pathname}${search}`}</output>
}
const open = (address = '/list') =>
  show(
    <MemoryRouter initialEntries={[address]}>
      <ListPage
        label="列表"
        list={list}
        fields={[
          { name: 'name', label: '姓名' },
          { name: 'email', label: '邮箱', choices: { a: '甲', b: '乙' } },
        ]}
        inAddress={['email']}
        rowKey="aid"
        columns={() => [{ title: '编号', dataIndex: 'aid' }]}
        failed="获取列表失败"
        empty="还没有记录"
      />
      <Address />
    </MemoryRouter>,
  )
const lastBody = () => server.asked.at(-1)?.body
const address = () => document.querySelector('output')?.textContent
const press = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }))

test('what is searched for is asked, and the words stay out of the address', async () => {
  await open('/list?email=a&page=2')
  await waitFor(() => expect(lastBody()).toEqual({ email: 'a', page: 2, size: 10 }))
  await userEvent.type(screen.getByLabelText('姓名'), '张')
  await press(/查\s?询/)
  const asked = { name: '张', email: 'a', page: 1, size: 10 }
  await waitFor(() => expect(lastBody()).toEqual(asked))
  expect(address()).toBe('/list?email=a')
})

test('reset shows everything again', async () => {
  await open('/list?email=b')
  await waitFor(() => expect(lastBody()).toMatchObject({ email: 'b' }))
  await press(/重\s?置/)
  await waitFor(() => expect(lastBody()).toEqual({ page: 1, size: 10 }))
  expect(address()).toBe('/list')
})

test('who stands on a page that is no more comes to the last one', async () => {
  answer = ({ page }) => rows(10, Math.min(page, 2), 20)
  await open('/list?page=3')
  await waitFor(() => expect(address()).toBe('/list?page=2'), { timeout: 5_000 })
})

test('an empty list says what to do, an empty search that nothing fits', async () => {
  answer = () => rows(0)
  await open()
  expect(await screen.findByText('还没有记录')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('姓名'), '张')
  await press(/查\s?询/)
  expect(await screen.findByText(/^没有符合条件的记录/)).toBeTruthy()
})

test('a list that cannot be fetched says so and is there at the next try', async () => {
  answer = () => ({ status: 202, error_code: 1001, msg: '提交的内容有误' })
  await open()
  expect(await screen.findByText('获取列表失败')).toBeTruthy()
  answer = () => rows(2)
  await press(/重\s?试/)
  expect(await screen.findAllByText(/^0190a5f0/)).toHaveLength(2)
})
