import { registerUser, sendResetEmail, sendSignUpEmail, submitReset } from '@mingmou/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { startServer, type Answer } from '../../testing/server.ts'
import { ForgotPasswordDialog } from './forgot-password-dialog.tsx'
import { SignUpUserDialog } from './sign-up-user-dialog.tsx'

let server: Awaited<ReturnType<typeof startServer>>
let answers: Record<string, Answer>

beforeEach(async () => {
  localStorage.clear()
  answers = {}
  server = await startServer(({ path }) => answers[path] ?? {})
})
afterEach(async () => {
  cleanup()
  await server.close()
})

const click = (name: RegExp | string) => userEvent.click(screen.getByRole('button', { name }))
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text)
const paths = () => server.asked.map(({ path }) => path)

test('a code is asked for with a well-formed address alone, and not again for a minute', async () => {
  await show(<SignUpUserDialog onClose={() => undefined} onDone={() => undefined} />, 'sessions')
  await type('邮箱', 'nobody')
  await click('获取验证码')
  expect(await screen.findByText('邮箱格式不正确')).toBeTruthy()
  expect(paths()).toEqual([])
  await type('邮箱', '@clinic.example.com')
  await click('获取验证码')
  expect(await screen.findByText(/^验证码已发送/)).toBeTruthy()
  expect(server.asked[0]?.body).toEqual({ email: 'nobody@clinic.example.com' })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /(60|5\d)秒后重试$/ })
  expect(button.disabled).toBe(true)
})

test('a refused code mail is told in the words of the server, with the seconds to wait', async () => {
  answers[sendSignUpEmail.path] = {
    status: 202,
    error_code: 1008,
    msg: ['尝试次数过多，请在1分钟后再试'],
    data: { retry_after: 37 },
  }
  await show(<SignUpUserDialog onClose={() => undefined} onDone={() => undefined} />, 'sessions')
  await type('邮箱', 'a@clinic.example.com')
  await click('获取验证码')
  expect(await screen.findByText('尝试次数过多，请在1分钟后再试')).toBeTruthy()
  expect(await screen.findByRole('button', { name: /3[67]秒后重试$/ })).toBeTruthy()
})

test('two passwords that differ are told and nothing is sent; a wrong code stands at its field', async () => {
  answers[registerUser.path] = {
    status: 202,
    error_code: 1005,
    msg: '验证码错误或已失效',
    data: { fields: { code: '验证码错误或已失效' } },
  }
  let account = ''
  await show(
    <SignUpUserDialog onClose={() => undefined} onDone={(name) => (account = name)} />,
    'sessions',
  )
  await type('用户名', 'newcomer')
  await type('邮箱', 'a@clinic.example.com')
  await type('邮箱验证码', '123456')
  await type('密码', 'Chosen-1')
  await type('确认密码', 'Chosen-2')
  await click(/注\s?册$/)
  expect(await screen.findByText('两次输入的密码不一致')).toBeTruthy()
  expect(paths()).toEqual([])
  await userEvent.clear(screen.getByLabelText('确认密码'))
  await type('确认密码', 'Chosen-1')
  await click(/注\s?册$/)
  const code = screen.getByLabelText<HTMLInputElement>('邮箱验证码')
  await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(code)
  answers[registerUser.path] = {}
  await click(/注\s?册$/)
  await waitFor(() => expect(account).toBe('a@clinic.example.com'))
  expect(server.asked.at(-1)?.body).toEqual({
    userName: 'newcomer',
    email: 'a@clinic.example.com',
    code: '123456',
    password1: 'Chosen-1',
    password2: 'Chosen-1',
  })
})

test('a password being chosen shows whether it is allowed and how strong it is', async () => {
  await show(<SignUpUserDialog onClose={() => undefined} onDone={() => undefined} />, 'sessions')
  expect(screen.getByText(/^8-16位，至少包含大写字母/)).toBeTruthy()
  await type('密码', 'abcdefgh')
  expect(screen.getByText(/^尚不符合要求/)).toBeTruthy()
  await type('密码', '1')
  expect(screen.getByText('强度：弱')).toBeTruthy()
  await type('密码', 'A')
  expect(screen.getByText('强度：中')).toBeTruthy()
  await type('密码', '-long')
  expect(screen.getByText('强度：强')).toBeTruthy()
})

test('a forgotten password is reset for the login type the page shows', async () => {
  let account = ''
  await show(
    <ForgotPasswordDialog type={2} onClose={() => undefined} onDone={(name) => (account = name)} />,
    'sessions',
  )
  await type('邮箱', 'a@clinic.example.com')
  await click('获取验证码')
  await screen.findByText(/^验证码已发送/)
  await type('邮箱验证码', '123456')
  await type('新密码', 'Chosen-1')
  await type('再次输入新密码', 'Chosen-1')
  await click('重置密码')
  await waitFor(() => expect(account).toBe('a@clinic.example.com'))
  const bodies = server.asked.map(({ path, body }) => [path, body])
  const email = 'a@clinic.example.com'
  expect(bodies).toEqual([
    [sendResetEmail.path, { email, accountType: 2 }],
    [submitReset.path, { email, accountType: 2, code: '123456', newpwd: 'Chosen-1' }],
  ])
})
