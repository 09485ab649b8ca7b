import {
  listPatients,
  login,
  loginRemembered,
  logoutEverywhere,
  myInfo,
  mySessions,
  sendChangeEmail,
  setMyEmail,
  setMyInfo,
  type Session,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAccount, makeAccount } from '../../testing/factories.ts'
import { mailApp, type MailApp } from '../../testing/mailbox.ts'
import { succeed, type Answered } from '../../testing/test-app.ts'

let app: MailApp
beforeAll(async () => {
  app = await mailApp()
})
afterAll(() => app.close())

let made = 0
const newEmail = () => `moved${++made}@clinic.example.com`

describe('the own account', () => {
  test.each(['1', '4', '5'] as const)('is read and changed by role %s', async (role) => {
    const by = await makeAccount(app, { role })
    const { uid } = by
    const before = await succeed(app, myInfo, { uid }, by)
    expect(before).toMatchObject({ username: by.account, email: by.email, phone: '', role })
    expect(before.organization_shortname === null).toBe(by.oid === null)
    const changed = { username: `renamed${role}`, name: '演示新名', phone: '13800138000' }
    await succeed(app, setMyInfo, { uid, ...changed }, by)
    expect(await succeed(app, myInfo, { uid }, by)).toMatchObject(changed)
    const { username, name } = changed
    await succeed(app, setMyInfo, { uid, username, name }, by)
    expect((await succeed(app, myInfo, { uid }, by)).phone).toBe('')
  })

  test('keeps its user name where another has the new one, of the same login type alone', async () => {
    const by = await makeAccount(app, { role: '4' })
    const same = await addAccount(app, { role: '3' })
    const other = await addAccount(app, { role: '5' })
    const rename = (username: string) =>
      app.call(setMyInfo, { uid: by.uid, username, name: '演示用户' }, by)
    expect(await rename(same.account)).toMatchObject({
      error_code: 1003,
      data: { fields: { username: '该用户名已被使用' } },
    })
    expect((await rename(other.account)).error_code).toBe(0)
  })

  test('of somebody else is not there', async () => {
    const by = await makeAccount(app, { role: '3' })
    const { uid } = await addAccount(app, { role: '4', oid: by.oid ?? '' })
    const email = newEmail()
    for (const [call, body] of [
      [myInfo, { uid }],
      [setMyInfo, { uid, username: 'x', name: '演示' }],
      [sendChangeEmail, { uid, email }],
      [setMyEmail, { uid, email, code: '123456' }],
    ] as const) {
      expect((await app.call(call, body, by)).error_code).toBe(1002)
    }
  })
})

describe('a new address', () => {
  test('is proven by a code, the old one is told, and the login follows', async () => {
    const by = await makeAccount(app, { role: '4' })
    const { uid, password, accountType } = by
    const email = newEmail()
    await succeed(app, sendChangeEmail, { uid, email }, by)
    const code = await app.secretTo(email)
    await succeed(app, setMyEmail, { uid, email, code }, by)
    const notice = await app.mailTo(by.email)
    expect(notice.subject).toBe('【明眸】账号邮箱已更换')
    expect(notice.lines.join('')).toContain('m***@clinic.example.com')
    await succeed(app, login, { account: email, password, accountType })
    const old = await app.call(login, { account: by.email, password, accountType })
    expect(old.error_code).toBe(1004)
  })

  test('of a main account is the address of its institution too', async () => {
    const by = await makeAccount(app, { role: '3' })
    const { uid } = by
    const email = newEmail()
    await succeed(app, sendChangeEmail, { uid, email }, by)
    await succeed(app, setMyEmail, { uid, email, code: await app.secretTo(email) }, by)
    const { db } = app.context
    const row = await db
      .selectFrom('institutions')
      .select('email')
      .where('oid', '=', by.oid ?? '')
      .executeTakeFirst()
    expect(row?.email).toBe(email)
  })

  test('that another account has gets no code; its owner alone is told why', async () => {
    const by = await makeAccount(app, { role: '4' })
    const taken = await addAccount(app, { role: '3' })
    const { uid } = by
    await succeed(app, sendChangeEmail, { uid, email: taken.email }, by)
    expect((await app.mailTo(taken.email)).subject).toBe('【明眸】该邮箱已有账号')
    const body = { uid, email: taken.email, code: '123456' }
    expect((await app.call(setMyEmail, body, by)).error_code).toBe(1005)
  })

  test('has to be another one, and its code opens no other account', async () => {
    const by = await makeAccount(app, { role: '4' })
    const other = await makeAccount(app, { role: '4' })
    const same = { uid: by.uid, email: by.email.toUpperCase() }
    expect(await app.call(sendChangeEmail, same, by)).toMatchObject({
      error_code: 1001,
      data: { fields: { email: '新邮箱不能与原邮箱相同' } },
    })
    const email = newEmail()
    await succeed(app, sendChangeEmail, { uid: by.uid, email }, by)
    const code = await app.secretTo(email)
    const stolen = await app.call(setMyEmail, { uid: other.uid, email, code }, other)
    expect(stolen.error_code).toBe(1005)
    await succeed(app, setMyEmail, { uid: by.uid, email, code }, by)
  })
})

test('logging out everywhere ends the session and the devices that remember it', async () => {
  const { account, password, accountType, uid } = await addAccount(app, { role: '4' })
  const answered: Answered<Session> = await app.call(login, {
    account,
    password,
    accountType,
    remember: true,
  })
  const cookie = answered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { token } = answered.data
  const { sessions, remembered } = await succeed(app, mySessions, {}, { token })
  expect(sessions).toMatchObject([{ current: true, ended_at: null, ip: '127.0.0.1' }])
  expect(remembered).toMatchObject([{ account }])

  await succeed(app, logoutEverywhere, {}, { token })
  expect((await app.call(listPatients, {}, { token })).status).toBe(403)
  const again = await app.call(loginRemembered, { accountType }, { headers: { cookie } })
  expect(again.error_code).toBe(1004)
  const next = await succeed(app, login, { account, password, accountType })
  expect(next.uid).toBe(uid)
  const after = await succeed(app, mySessions, {}, { token: next.token })
  expect(after.sessions.map(({ current, end_reason }) => [current, end_reason])).toEqual([
    [true, null],
    [false, 'logout'],
  ])
})
