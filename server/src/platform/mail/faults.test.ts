import {
  addMember,
  banMember,
  listMembers,
  login,
  registerUser,
  sendResetEmail,
  sendSignUpEmail,
  submitReset,
} from '@mingmou/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveUpCode, handleCode } from '../../features/codes/code.handler.ts'
import { codeJob } from '../../features/codes/code.job.ts'
import { addAccount, makeAccount, type SignedIn } from '../../testing/factories.ts'
import { mailApp, type Fault, type MailApp } from '../../testing/mailbox.ts'
import { succeed, testApp } from '../../testing/test-app.ts'

let app: MailApp
let main: SignedIn
beforeAll(async () => {
  app = await mailApp({ impatient: true })
  main = await makeAccount(app, { role: '3' })
})
afterAll(() => app.close())

const PASSWORD = 'chosen-pass1'
let made = 0
const newName = () => `mailed${++made}`
const emailOf = (name: string) => `${name}@clinic.example.com`

const signUp = (name: string, code: string) =>
  app.call(registerUser, {
    email: emailOf(name),
    userName: name,
    code,
    password1: PASSWORD,
    password2: PASSWORD,
  })

const FAULTS: readonly Fault[] = ['busy', 'mute', 'no such box', 'refused', 'silent', 'dropped']

describe.each(FAULTS)('while the mail server is “%s”', (fault) => {
  test('a code is promised at once and comes later; it is good, once', async () => {
    const name = newName()
    app.failNext(fault, fault)
    await succeed(app, sendSignUpEmail, { email: emailOf(name) })
    const code = await app.secretTo(emailOf(name))
    expect((await signUp(name, code)).error_code).toBe(0)
    expect(app.unread()).toEqual([])
    expect((await signUp(`${name}b`, code)).error_code).toBe(1005)
  })
})

describe('a mail whose acknowledgement is lost', () => {
  test('with a code comes again with another one, and that one is good', async () => {
    const name = newName()
    app.failNext('lost answer')
    await succeed(app, sendSignUpEmail, { email: emailOf(name) })
    const first = await app.mailTo(emailOf(name))
    const second = await app.mailTo(emailOf(name))
    expect(second.id).not.toBe(first.id)
    const codes = [first, second].map(
      ({ lines }) => lines.find((line) => /^\d{6}$/.test(line)) ?? '',
    )
    if (codes[0] !== codes[1]) expect((await signUp(name, codes[0] ?? '')).error_code).toBe(1005)
    expect((await signUp(name, codes[1] ?? '')).error_code).toBe(0)
  })

  test('without a secret comes again as the same mail', async () => {
    const member = await addAccount(app, { role: '4', oid: main.oid ?? '' })
    app.failNext('lost answer')
    await succeed(app, banMember, { aid: member.uid }, main)
    const first = await app.mailTo(member.email)
    expect(await app.mailTo(member.email)).toEqual(first)
  })
})

describe('while no mail goes out', () => {
  test('a new sub-account is there, nobody can be it, and it begins with the mail', async () => {
    const username = newName()
    const given = { oid: main.oid ?? '', name: '演示', username, email: emailOf(username) }
    app.failNext('busy', 'refused', 'dropped')
    const { aid } = await succeed(app, addMember, given, main)
    const { account } = await succeed(app, listMembers, { email: given.email }, main)
    expect(account).toMatchObject([{ aid, status: 1 }])
    const password = await app.secretTo(given.email)
    const session = await succeed(app, login, { account: username, password, accountType: 2 })
    expect(session.first_login).toBe('is_first_login')
  })

  test('a forgotten password stays what it was until the code comes', async () => {
    const { account, email, password, accountType } = await addAccount(app, { role: '5' })
    app.failNext('mute', 'silent')
    await succeed(app, sendResetEmail, { email, accountType })
    await succeed(app, login, { account, password, accountType })
    const code = await app.secretTo(email)
    await succeed(app, submitReset, { email, code, newpwd: PASSWORD, accountType })
    await succeed(app, login, { account, password: PASSWORD, accountType })
  })
})

test('a mail that could not be sent for a day is given up: nothing is half done, and another may be asked for', async () => {
  // Nobody listens there.
  const mail = { url: 'smtp://127.0.0.1:9', from: 'mingmou@clinic.example.com' }
  const lonely = await testApp({ mail, logLevel: 'silent' })
  const ctx = lonely.context
  const twice = { ...codeJob, attempts: 2, retryDelaySeconds: 0 }
  await ctx.queue.work(twice, handleCode(ctx), giveUpCode(ctx))
  const email = 'nobody@clinic.example.com'
  await succeed(lonely, sendSignUpEmail, { email })
  await expect
    .poll(async () => {
      const { rows } = await sql<{ outcome: string | null }>`
        select outcome from jobs where name = ${codeJob.name}`.execute(ctx.db)
      return rows
    })
    .toEqual([{ outcome: 'failed' }])
  const accounts = await ctx.db.selectFrom('accounts').selectAll().execute()
  expect(accounts).toEqual([])
  lonely.advance(61)
  expect((await lonely.call(sendSignUpEmail, { email })).error_code).toBe(0)
  await lonely.close()
})
