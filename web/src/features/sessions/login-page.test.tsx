import {
  beginSsoLogin,
  areaAll,
  login,
  loginFactor,
  loginRemembered,
  remembered,
} from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadTexts } from '../../lib/texts/i18n.ts'
import { readSession } from '../../lib/session/session.ts'
import { show } from '../../testing/render.tsx'
import { startServer, type Answer } from '../../testing/server.ts'
import { granted } from '../../testing/session.ts'
import { Component as LoginPage } from './login-page.tsx'

let server: Awaited<ReturnType<typeof startServer>>
let known: string | null
let answer: Answer

beforeEach(async () => {
  localStorage.clear()
  window.location.hash = '#/login'
  known = null
  answer = { data: { ...granted() } }
  server = await startServer(({ path }) =>
    path === remembered.path ? { data: { account: known } } : path === areaAll.path ? {} : answer,
  )
})
afterEach(async () => {
  cleanup()
  await server.close()
})

/** The page has fetched the remembered name. */
async function open(): Promise<void> {
  await show(
    <MemoryRouter>
      <LoginPage />
    </MemoryRouter>,
    'sessions',
  )
  await waitFor(() => expect(document.querySelector('.ant-spin-spinning')).toBeNull())
  // An open sign-up asks for the areas too.
  await waitFor(() => expect(server.asked.map(({ path }) => path)).toContain(remembered.path))
}
const signIn = () => userEvent.click(screen.getByRole('button', { name: /^登\s?录$/ }))
const sent = () => server.asked.filter(({ path }) => path !== remembered.path)

test('an organisation signs in by default and comes to its pages', async () => {
  await open()
  await userEvent.type(screen.getByLabelText('账号'), 'demo')
  await userEvent.type(screen.getByLabelText('密码'), 'Secret-1')
  await signIn()
  await waitFor(() => expect(window.location.hash).toBe('#/app'))
  expect(sent()).toMatchObject([
    {
      path: login.path,
      body: { account: 'demo', password: 'Secret-1', accountType: 2, remember: false },
    },
  ])
  expect(readSession()?.userName).toBe('演示医生')
  const stored = JSON.stringify(localStorage)
  expect(stored).toContain('token-1')
  expect(stored).not.toContain('Secret-1')
})

test('a field that is left as it was found is not called empty until the form is sent', async () => {
  await open()
  const empty = '此项不能为空'
  const account = screen.getByLabelText('账号')
  const password = screen.getByLabelText('密码')
  await userEvent.click(account)
  await userEvent.type(password, 'x')
  await userEvent.clear(password)
  await userEvent.click(account)
  // The one that was typed into is told, the other is not.
  expect(await screen.findAllByText(empty)).toHaveLength(1)
  await signIn()
  await waitFor(() => expect(screen.getAllByText(empty)).toHaveLength(2))
  await userEvent.click(account)
  await userEvent.click(password)
  await waitFor(() => expect(screen.getAllByText(empty)).toHaveLength(2))
  expect(sent()).toEqual([])
})

test.each([
  ['/app/diagnosis?tab=0&pid=1', '#/app/diagnosis?tab=0&pid=1'],
  ['https://elsewhere.example.com/', '#/app'],
  ['//elsewhere.example.com/app/', '#/app'],
  ['/login?next=/app/patient', '#/app'],
])('a login that was asked for by %s leads to %s', async (next, hash) => {
  window.location.hash = `#/login?${new URLSearchParams({ next })}`
  await open()
  await userEvent.type(screen.getByLabelText('账号'), 'demo')
  await userEvent.type(screen.getByLabelText('密码'), 'Secret-1')
  await signIn()
  await waitFor(() => expect(window.location.hash).toBe(hash))
})

test('a first login leads to the change of the password', async () => {
  answer = { data: { ...granted({ first_login: 'is_first_login' }) } }
  await open()
  await userEvent.type(screen.getByLabelText('账号'), 'demo')
  await userEvent.type(screen.getByLabelText('密码'), 'Secret-1')
  await signIn()
  await waitFor(() => expect(window.location.hash).toBe('#/app/updatePwd'))
})

test('a remembered login shows name and dots and signs in without a password', async () => {
  known = 'demo'
  await open()
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('账号').value).toBe('demo'))
  expect(screen.getByLabelText<HTMLInputElement>('密码').value).toMatch(/^•+$/)
  await signIn()
  await waitFor(() => expect(window.location.hash).toBe('#/app'))
  expect(sent()).toMatchObject([{ path: loginRemembered.path, body: { accountType: 2 } }])
})

test('another password typed among the dots is the one that is sent', async () => {
  known = 'demo'
  await open()
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('账号').value).toBe('demo'))
  await userEvent.type(screen.getByLabelText('密码'), 'Other-22')
  await signIn()
  await waitFor(() => expect(window.location.hash).toBe('#/app'))
  expect(sent()).toMatchObject([
    { path: login.path, body: { account: 'demo', password: 'Other-22', remember: true } },
  ])
})

test('a wrong password is told in the words of the server, and what was typed stays', async () => {
  answer = { status: 202, error_code: 1004, msg: '账号或密码错误' }
  await open()
  await userEvent.type(screen.getByLabelText('账号'), 'demo')
  await userEvent.type(screen.getByLabelText('密码'), 'wrong')
  await signIn()
  expect(await screen.findByText('账号或密码错误')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('账号').value).toBe('demo')
  expect(readSession()).toBeNull()
})

test('a refused application opens its form again, and tells the reason once', async () => {
  const facts = { name: '演示甲医院', shortName: '甲', describes: '', email: 'a@example.com' }
  const application = { ...facts, contactName: '甲', contactPhone: '', areaId: [], address: '' }
  const data = { application, review_msg: '许可证不清晰', documents: [] }
  answer = {
    status: 202,
    error_code: 1012,
    msg: '机构入驻申请未通过审核。审核意见：许可证不清晰',
    data,
  }
  await open()
  await userEvent.type(screen.getByLabelText('账号'), 'demo')
  await userEvent.type(screen.getByLabelText('密码'), 'right')
  await signIn()
  expect(await screen.findByDisplayValue('演示甲医院')).toBeTruthy()
  expect(screen.getAllByText(/许可证不清晰/)).toHaveLength(1)
})

test('a link of an institution shows the way to its provider and goes nowhere by itself', async () => {
  window.location.hash = '#/login?sso=0a1b2c3d4e5f'
  await show(<LoginPage />, 'sessions')
  const field = await screen.findByLabelText<HTMLInputElement>('机构登录码')
  expect(field.value).toBe('0a1b2c3d4e5f')
  expect(server.asked).toEqual([])
  answer = { status: 202, error_code: 1005, msg: '机构登录码不正确，或该机构未开启单点登录' }
  await userEvent.click(screen.getByRole('button', { name: '前往登录' }))
  expect(await screen.findByText('机构登录码不正确，或该机构未开启单点登录')).toBeTruthy()
  expect(sent()).toMatchObject([{ path: beginSsoLogin.path, body: { sign_in_code: field.value } }])
  await userEvent.click(screen.getByRole('button', { name: '使用账号密码登录' }))
  expect(await screen.findByLabelText('密码')).toBeTruthy()
})

test('a code is asked for after the password, and its session opens the pages', async () => {
  const ticket = 'ticket-1'
  answer = { status: 202, error_code: 1011, data: { step: 'verify', ticket } }
  await open()
  await loadTexts('second-factor')
  await userEvent.type(screen.getByLabelText('账号'), 'demo')
  await userEvent.type(screen.getByLabelText('密码'), 'Secret-1')
  await signIn()
  const field = await screen.findByLabelText('验证器中的6位验证码')
  expect(readSession()).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  answer = { data: { ...granted() } }
  await userEvent.type(field, '123456')
  await userEvent.click(screen.getByRole('button', { name: '验证并登录' }))
  await waitFor(() => expect(window.location.hash).toBe('#/app'))
  expect(sent().at(-1)).toMatchObject({ path: loginFactor.path, body: { ticket, code: '123456' } })
})

test('what was typed stays when another login type is chosen', async () => {
  await open()
  await userEvent.type(screen.getByLabelText('账号'), 'demo')
  await userEvent.type(screen.getByLabelText('密码'), 'Secret-1')
  await userEvent.click(screen.getByText('用户登录'))
  await waitFor(() => expect(server.asked).toHaveLength(2))
  await waitFor(() => expect(document.querySelector('.ant-spin-spinning')).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('账号').value).toBe('demo')
  await signIn()
  await waitFor(() => expect(window.location.hash).toBe('#/app'))
  expect(sent()).toMatchObject([
    { path: login.path, body: { account: 'demo', password: 'Secret-1', accountType: 1 } },
  ])
})

test.each([
  ['user', '注册体验用户'],
  ['organization', '注册机构'],
])('a link for a new %s opens the sign-up at once', async (register, title) => {
  window.location.hash = `#/login?${new URLSearchParams({ register })}`
  await open()
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
})
