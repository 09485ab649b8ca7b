import {
  accountInfo,
  addMember,
  banMember,
  institutionInfo,
  listMembers,
  withdrawChange,
  type Member,
} from '@mingmou/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { institutionRow, mainAccountRow, subAccountRow } from '../../testing/rows.ts'
import { startServer, type Answer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { Component } from './accounts-page.tsx'

const OID = '0190a5f0-0000-7000-8000-000000000002'
const STATUSES = { '1': '正常', '2': '已禁用' }
const member = (No: number, traits: Partial<Member>) =>
  subAccountRow({ aid: `0190a5f0-0000-7000-8000-00000000010${No}`, oid: OID, No, ...traits })
const MEMBERS = [
  member(1, { name: '演示医生甲' }),
  member(2, { name: '演示医生乙', status: 2, banned: true }),
  member(3, { name: '演示医生丙', status: 2, locked: true }),
  member(4, { name: '演示医生丁', status: 2, banned: true, locked: true }),
]
const INSTITUTION = institutionRow({ oid: OID })
const MAIN = mainAccountRow({ phone: '' })

let server: Awaited<ReturnType<typeof startServer>>
let limit: number
let answers: Partial<Record<string, Answer>>

beforeEach(async () => {
  localStorage.clear()
  signIn({ role: '3' })
  limit = 3
  answers = {}
  server = await startServer(({ path }) => answers[path] ?? { data: answerOf(path) })
})
afterEach(async () => {
  cleanup()
  await server.close()
})

function answerOf(path: string): Record<string, unknown> {
  const list = { account: MEMBERS, total_count: 2, page: 1, acc_status_map: STATUSES }
  if (path === institutionInfo.path) return INSTITUTION
  if (path === listMembers.path) return list
  if (path === accountInfo.path)
    return { ...list, org_status_map: STATUSES, account_limit: limit, main_account: MAIN }
  if (path === banMember.path) return { status: 2 }
  return path === addMember.path ? { aid: UID } : {}
}

const open = () =>
  show(
    <MemoryRouter>
      <Component />
    </MemoryRouter>,
    'members',
  )
const row = async (name: string) =>
  within((await screen.findByText(name)).closest('tr') ?? document.body)
const offered = (shown: Awaited<ReturnType<typeof row>>) =>
  shown.getAllByRole('button').map(({ textContent }) => textContent.replace(' ', ''))
const sent = (path: string) => server.asked.filter((request) => request.path === path)

test('the main account stands above its sub-accounts, and each offers what its standing allows', async () => {
  await open()
  expect(offered(await row('演示医生甲'))).toEqual(['编辑', '更换邮箱', '禁用', '更多'])
  expect(offered(await row('演示医生乙'))).toEqual(['编辑', '更换邮箱', '启用', '更多'])
  expect(offered(await row('演示医生丙'))).toEqual(['编辑', '更换邮箱', '禁用', '更多'])
  expect(offered(await row('演示医生丁'))).toEqual(['编辑', '更换邮箱', '启用', '更多'])
  const main = within(screen.getByRole('region', { name: '主账号' }))
  for (const text of ['demomain', 'main@example.com', '未填写', '子账号已用 2 / 3 个'])
    expect(main.getByText(text)).toBeTruthy()
})

test('a sub-account that is shut out says by whom: by the institution, by the platform, or by both', async () => {
  await open()
  const said = async (name: string) => {
    const shown = await row(name)
    return ['正常', '已禁用', '平台锁定'].filter((text) => shown.queryByText(text))
  }
  expect(await said('演示医生甲')).toEqual(['正常'])
  expect(await said('演示医生乙')).toEqual(['已禁用'])
  expect(await said('演示医生丙')).toEqual(['平台锁定'])
  expect(await said('演示医生丁')).toEqual(['已禁用', '平台锁定'])
})

test('a sub-account is disabled after the question that names it, and the lists are asked again', async () => {
  await open()
  await userEvent.click((await row('演示医生甲')).getByRole('button', { name: /^禁\s?用$/ }))
  const before = sent(listMembers.path).length
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText(/禁用子账号“演示医生甲”/)).toBeTruthy()
  expect(sent(banMember.path)).toEqual([])
  await userEvent.click(question.getByRole('button', { name: /^禁\s?用$/ }))
  expect(await screen.findByText('子账号已禁用')).toBeTruthy()
  expect(sent(banMember.path).map(({ body }) => body)).toEqual([{ aid: MEMBERS[0]?.aid }])
  await waitFor(() => expect(sent(listMembers.path).length).toBeGreaterThan(before))
})

test('a change that waits for a clinician says what and when, and is taken back by whoever asked', async () => {
  const change = {
    change_id: UID,
    kind: 'email' as const,
    email: 'other@example.com',
    asked_at: '2026-03-01T02:00:00Z',
    due_at: '2026-03-04T02:00:00Z',
  }
  const changes = [
    { ...change, by_uid: UID },
    { ...change, change_id: OID, kind: 'factor' as const, email: null, by_uid: OID },
  ]
  const account = [member(1, { name: '演示医生甲', changes })]
  answers = {
    [listMembers.path]: {
      data: { account, total_count: 1, page: 1, acc_status_map: STATUSES },
    },
  }
  await open()
  const shown = await row('演示医生甲')
  expect(shown.getByText(/邮箱将更换为 other@example.com （2026.*10:00 生效/)).toBeTruthy()
  expect(shown.getByText(/两步验证将被重置/)).toBeTruthy()
  const taking = shown.getAllByRole('button', { name: /^撤\s?回$/ })
  expect(taking).toHaveLength(1)
  await userEvent.click(taking[0] ?? document.body)
  const question = within(await screen.findByRole('dialog'))
  await userEvent.click(question.getByRole('button', { name: /^撤\s?回$/ }))
  expect(await screen.findByText('更改已撤回')).toBeTruthy()
  expect(sent(withdrawChange.path).map(({ body }) => body)).toEqual([{ change_id: UID }])
})

test('at the limit no sub-account can be added, and the page says whom to ask', async () => {
  limit = 2
  await open()
  const add = await screen.findByRole<HTMLButtonElement>('button', { name: /添加子账号/ })
  expect(add.disabled).toBe(true)
  expect(screen.getByText('已达上限，如需增加请联系平台管理员')).toBeTruthy()
})

test('a sub-account with a password of its own is told to be handed over, not mailed', async () => {
  await open()
  await userEvent.click(await screen.findByRole('button', { name: /添加子账号/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('姓名'), '演示医生戊')
  await userEvent.type(dialog.getByLabelText('用户名'), 'demo3')
  await userEvent.type(dialog.getByLabelText('邮箱'), 'demo3@example.com')
  await userEvent.type(dialog.getByLabelText('初始密码'), 'Chosen-2026')
  await userEvent.click(dialog.getByRole('button', { name: /^保\s?存$/ }))
  expect(await screen.findByText('子账号已添加，请将初始密码告知使用者')).toBeTruthy()
  expect(sent(addMember.path)[0]?.body).toEqual({
    oid: OID,
    name: '演示医生戊',
    username: 'demo3',
    email: 'demo3@example.com',
    init_key: 'Chosen-2026',
  })
})

test('accounts that cannot be fetched are said to be so, and are there at the next try', async () => {
  answers = { [accountInfo.path]: { status: 500, error_code: 500, msg: '请求服务器错误' } }
  await open()
  const again = await screen.findByRole('button', { name: /重\s?试/ })
  expect(screen.getByText('获取机构账号失败')).toBeTruthy()
  answers = {}
  await userEvent.click(again)
  expect(await screen.findByText('演示医生甲')).toBeTruthy()
})
