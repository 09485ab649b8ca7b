import {
  forgetRemembered,
  login,
  loginRemembered,
  logout,
  remembered,
  updatePassword,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAccount } from '../../testing/factories.ts'
import { succeed, testApp, type Answered, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('a remembered login', () => {
  const cookieOf = (answered: Answered<unknown>) =>
    answered.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')[0] ?? ''
  const remembering = async (traits: { role: '3' | '5' } = { role: '3' }) => {
    const known = await addAccount(app, traits)
    const { account, password, accountType } = known
    const answered = await app.call(login, { account, password, accountType, remember: true })
    const headers = { cookie: cookieOf(answered) }
    const { uid, token } = answered.data
    return { known, answered, headers, accountType, session: { ...known, uid, token } }
  }

  test('keeps the name for a day after a logout, in a cookie no script can read', async () => {
    const { known, answered, headers, accountType, session } = await remembering()
    const [line = ''] = answered.headers.getSetCookie()
    expect(line).toMatch(
      /^remembered_2=[\w-]{43}; Max-Age=86400; Path=\/v1\/user; HttpOnly; SameSite=Strict$/,
    )
    await succeed(app, logout, { uid: session.uid, token: session.token }, session)
    expect(await succeed(app, remembered, { accountType }, { headers })).toEqual({
      account: known.account,
    })
    const again = await succeed(app, loginRemembered, { accountType }, { headers })
    expect(again.uid).toBe(known.uid)
    app.advance(86_401)
    expect(await succeed(app, remembered, { accountType }, { headers })).toEqual({ account: null })
    expect(await app.call(loginRemembered, { accountType }, { headers })).toMatchObject({
      status: 202,
      error_code: 1004,
      msg: '记住的登录已失效，请重新输入密码',
    })
  })

  test('stands apart for users and organisations', async () => {
    const { headers } = await remembering({ role: '5' })
    const asked = { headers }
    expect((await succeed(app, remembered, { accountType: 1 }, asked)).account).not.toBeNull()
    expect(await succeed(app, remembered, { accountType: 2 }, asked)).toEqual({ account: null })
    const moved = { headers: { cookie: headers.cookie.replace('_1=', '_2=') } }
    expect(await succeed(app, remembered, { accountType: 2 }, moved)).toEqual({ account: null })
  })

  test('ends when it is forgotten, and with a login that does not want it', async () => {
    const { headers, accountType } = await remembering()
    const forgot = await app.call(forgetRemembered, { accountType }, { headers })
    expect(forgot.headers.getSetCookie()[0]).toMatch(/^remembered_2=; .*Expires=Thu, 01 Jan 1970/)
    expect(await succeed(app, remembered, { accountType }, { headers })).toEqual({ account: null })

    const second = await remembering()
    const { account, password } = second.known
    const body = { account, password, accountType, remember: false }
    await succeed(app, login, body, { headers: second.headers })
    const asked = { headers: second.headers }
    expect(await succeed(app, remembered, { accountType }, asked)).toEqual({ account: null })
  })

  test('ends with a password change, on every device', async () => {
    const { headers, accountType, session } = await remembering()
    const { uid, token, password } = session
    await succeed(
      app,
      updatePassword,
      { uid, oldpwd: password, newpwd1: 'another-horse2' },
      { token },
    )
    expect((await app.call(loginRemembered, { accountType }, { headers })).error_code).toBe(1004)
  })

  test('does not open an account that was banned', async () => {
    const { headers, accountType, known } = await remembering()
    await app.context.db
      .updateTable('accounts')
      .set({ locked: true })
      .where('uid', '=', known.uid)
      .execute()
    expect((await app.call(loginRemembered, { accountType }, { headers })).error_code).toBe(1007)
  })

  test('leaves no password and no token that opens anything in the database', async () => {
    const { headers } = await remembering()
    const rows = await app.context.db.selectFrom('remembered_logins').selectAll().execute()
    const kept = JSON.stringify(
      rows.map((row) => ({ ...row, hash: row.hash.toString('base64url') })),
    )
    expect(kept).not.toContain(headers.cookie.split('=')[1])
    expect(kept).not.toContain('correct-horse1')
  })
})

test('a remembered login is marked for https alone where the pages are served by https', async () => {
  const https = await testApp({ publicUrl: 'https://eyes.example.com' })
  const { account, password, accountType } = await addAccount(https, { role: '3' })
  const body = { account, password, accountType, remember: true }
  const answered = await https.call(login, body)
  const [line = ''] = answered.headers.getSetCookie()
  expect(line).toMatch(/^__Secure-remembered_2=[\w-]{43}; .*; Secure/)
  const asked = { headers: { cookie: line.split(';')[0] ?? '' } }
  expect(await succeed(https, remembered, { accountType: 2 }, asked)).toEqual({ account })
  await https.close()
})
