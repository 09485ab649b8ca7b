import {
  accountInfo,
  adminAddAdmin,
  adminDeleteTrialAccount,
  adminInstitutionDetail,
  adminListAdmins,
  adminListTrialAccounts,
  adminLockMain,
  adminResetAccount,
  adminSetAccount,
  adminUnlockAccount,
} from '@mingmou/contract'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { accountRow, mainAccountRow, subAccountRow } from '../../testing/rows.ts'
import { startServer } from '../../testing/server.ts'
import { signIn, UID } from '../../testing/session.ts'
import { Component as AdminsPage } from './admins-page.tsx'
import { Component as InstitutionPage } from './institution-accounts-page.tsx'
import { Component as TrialPage } from './trial-page.tsx'

const OID = '0190a5f0-0000-7000-8000-000000000002'
const OTHER = '0190a5f0-0000-7000-8000-000000000003'
const STATUSES = { '1': '正常', '2': '已禁用' }
const ADMINS = [
  accountRow({
    aid: UID,
    username: 'me',
    userName: 'me',
    name: '演示本人',
    phone: '13800000000',
    role: '2',
  }),
  accountRow({ username: 'chief', userName: 'chief', name: '演示超管', phone: '', role: '1' }),
]
const TRIAL = [
  accountRow({ username: 'locked', status: 2, locked: true, last_login: null }),
  accountRow({ aid: UID, username: 'open', last_login: '2026-03-04T05:06:07Z' }),
]
const MAIN = mainAccountRow()
const MEMBER = subAccountRow({ aid: OTHER, oid: OID, status: 2, locked: true, banned: true })
const page = (rows: object[]) => ({
  account: rows,
  total_count: rows.length,
  page: 1,
  acc_status_map: STATUSES,
})
const DATA: Record<string, Record<string, unknown>> = {
  [adminSetAccount.path]: { due_at: null },
  [adminListAdmins.path]: {
    account: ADMINS,
    totalCount: 2,
    page: 1,
    roleMap: { '1': '平台超级管理员', '2': '平台管理员' },
    statusMap: STATUSES,
  },
  [adminListTrialAccounts.path]: page(TRIAL),
  [accountInfo.path]: {
    ...page([MEMBER]),
    org_status_map: STATUSES,
    account_limit: 10,
    main_account: MAIN,
  },
  [adminUnlockAccount.path]: { status: 1 },
  [adminLockMain.path]: { status: 2 },
}

let server: Awaited<ReturnType<typeof startServer>>
beforeEach(async () => {
  localStorage.clear()
  server = await startServer(({ path }) =>
    path === adminInstitutionDetail.path
      ? { status: 202, error_code: 1002, msg: '记录不存在' }
      : { data: DATA[path] ?? {} },
  )
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const open = (content: React.ReactNode, address = '/') =>
  show(<MemoryRouter initialEntries={[address]}>{content}</MemoryRouter>, 'admin-accounts')
const row = async (text: string) =>
  within((await screen.findByText(text)).closest('tr') ?? document.body)
const sent = (path: string) =>
  server.asked.filter((request) => request.path === path).map(({ body }) => body)
const press = async (name: RegExp, where: Pick<typeof screen, 'findByRole'> = screen) =>
  userEvent.click(await where.findByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))

test('an administrator reaches no chief administrator, and takes nothing away from himself', async () => {
  signIn({ role: '2' })
  await open(<AdminsPage />)
  const callersRow = await row('演示本人')
  expect(callersRow.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '编辑',
    '更换邮箱',
  ])
  expect((await row('演示超管')).queryAllByRole('button')).toEqual([])
  expect((await row('演示超管')).getByText('未填写')).toBeTruthy()
})

test('a chief administrator reaches the others of his role', async () => {
  signIn({ role: '1' })
  await open(<AdminsPage />)
  expect((await row('演示超管')).getByRole('button', { name: /^禁\s?用$/ })).toBeTruthy()
})

test.each([
  ['1', ['平台超级管理员', '平台管理员']],
  ['2', ['平台管理员']],
] as const)('role %s may add administrators of these roles alone: %s', async (role, roles) => {
  signIn({ role })
  await open(<AdminsPage />)
  await press(/添加管理员/)
  await userEvent.click((await dialog()).getByRole('combobox', { name: '角色' }))
  const options = await screen.findAllByTitle(/^平台/)
  const offered = options.filter((option) => option.matches('.ant-select-item-option'))
  expect(offered.map(({ title }) => title)).toEqual(roles)
  expect(sent(adminAddAdmin.path)).toEqual([])
})

test('the main account of an institution is locked by the institution, after a question by its name', async () => {
  signIn({ role: '1' })
  await open(<InstitutionPage />, `/?oid=${OID}`)
  const main = within(await screen.findByRole('region', { name: '主账号' }))
  expect(main.getByText('子账号已用 1 / 10 个')).toBeTruthy()
  await press(/^锁\s?定$/, main)
  const question = await dialog()
  expect(question.getByText(/演示主账号/)).toBeTruthy()
  expect(sent(adminLockMain.path)).toEqual([])
  await press(/^锁\s?定$/, question)
  expect(await screen.findByText('主账号已锁定')).toBeTruthy()
  expect(sent(adminLockMain.path)).toEqual([{ oid: OID }])
})

test('a sub-account, which has no telephone, is changed without one', async () => {
  signIn({ role: '1' })
  await open(<InstitutionPage />, `/?oid=${OID}`)
  await press(/^编\s?辑$/, await row('演示医生'))
  const form = await dialog()
  expect(form.queryByLabelText('联系电话')).toBeNull()
  await userEvent.type(form.getByLabelText('姓名'), '乙')
  await press(/^保\s?存$/, form)
  expect(await screen.findByText('账号已修改')).toBeTruthy()
  expect(sent(adminSetAccount.path)).toEqual([{ aid: OTHER, name: '演示医生乙', username: 'demo' }])
})

test('a locked trial user is offered to be unlocked, not locked', async () => {
  signIn({ role: '2' })
  await open(<TrialPage />)
  const locked = await row('locked')
  expect(locked.queryByRole('button', { name: /^锁\s?定$/ })).toBeNull()
  await press(/^解\s?锁$/, locked)
  await press(/^解\s?锁$/, await dialog())
  expect(await screen.findByText('账号已解锁')).toBeTruthy()
  expect(sent(adminUnlockAccount.path)).toEqual([{ aid: OTHER }])
})

test('a trial user is deleted only after a warning that nothing brings him back', async () => {
  signIn({ role: '2' })
  await open(<TrialPage />)
  await press(/^删\s?除$/, await row('locked'))
  const question = await dialog()
  expect(question.getByText(/“locked”.*不可撤销/)).toBeTruthy()
  expect(sent(adminDeleteTrialAccount.path)).toEqual([])
  await press(/^删\s?除$/, question)
  expect(await screen.findByText('体验用户已删除')).toBeTruthy()
  expect(sent(adminDeleteTrialAccount.path)).toEqual([{ aid: OTHER }])
})

test('a trial user’s last sign-in is shown, and a new initial password is mailed after the question', async () => {
  signIn({ role: '2' })
  await open(<TrialPage />)
  expect((await row('locked')).getByText('从未登录')).toBeTruthy()
  const shown = await row('open')
  expect(shown.getByText('2026年3月4日 13:06')).toBeTruthy()
  await press(/^重置密码$/, shown)
  const question = await dialog()
  expect(question.getByText(/重置体验用户“open”的密码/)).toBeTruthy()
  expect(sent(adminResetAccount.path)).toEqual([])
  await press(/^重\s?置$/, question)
  expect(await screen.findByText('初始密码已发送至账号邮箱')).toBeTruthy()
  expect(sent(adminResetAccount.path)).toEqual([{ aid: UID }])
})

test('an account that institution and platform shut out shows both, and the platform lifts its own', async () => {
  signIn({ role: '1' })
  await open(<InstitutionPage />, `/?oid=${OID}`)
  const member = await row('演示医生')
  expect(member.getByText('已禁用')).toBeTruthy()
  expect(member.getByText('平台锁定')).toBeTruthy()
  expect(member.getByRole('button', { name: /^解\s?锁$/ })).toBeTruthy()
  expect(member.queryByRole('button', { name: /^锁\s?定$/ })).toBeNull()
})
