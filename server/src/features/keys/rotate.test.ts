import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import {
  beginTotp,
  confirmTotp,
  login,
  loginFactor,
  mySessions,
  refreshLogin,
  type NextStep,
} from '@mingmou/contract'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withProgram } from '../../command.ts'
import { built } from '../../testing/built.ts'
import { statusOf } from '../../testing/clinical-factories.ts'
import { makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { finishRotation, rotateKeys } from './rotate.ts'

let app: TestApp
let by: SignedIn
beforeEach(async () => {
  app = await testApp()
  by = await makeAccount(app, { role: '3' })
})
afterEach(() => app.close())

/** As the command does, in a program of its own with the clock of the other one. */
const rotate = (atOnce: boolean) =>
  withProgram(app.context.config, (ctx) => rotateKeys({ ...ctx, now: app.context.now }, atOnce))
const finish = () => finishRotation(app.context)
const status = async (token: string) => (await app.call(mySessions, {}, { token })).status
const kidOf = (token: string) => {
  const [head = ''] = token.split('.')
  return (JSON.parse(Buffer.from(head, 'base64url').toString()) as { kid: string }).kid
}
async function fileAddress(): Promise<string> {
  await app.context.files.put('demo/a.txt', Buffer.from('演示'), 'text/plain')
  return `${app.url}${await app.context.files.signedUrl('demo/a.txt')}`
}

test('new keys are signed with, and what the keys before signed stays good until it ends', async () => {
  const address = await fileAddress()
  const from = await rotate(false)
  expect(kidOf((await signIn(app, by)).token)).toBe(kidOf(by.token))
  by = await signIn(app, by)
  app.advance((from.getTime() - app.context.now().getTime()) / 1000 + 1)
  // Any process learns of the new keys within moments, or at the first of them that it meets.
  await app.context.keys.find({ kid: 'none' })
  expect(await statusOf(fetch(address))).toBe(200)
  expect(await status(by.token)).toBe(200)
  const { token, refresh_token, public_key } = by
  const renewed = await succeed(app, refreshLogin, { token, refresh_token, public_key })
  expect(kidOf(renewed.token)).not.toBe(kidOf(by.token))
  expect([await status(by.token), await status(renewed.token)]).toEqual([200, 200])
  expect(await statusOf(fetch(await fileAddress()))).toBe(200)
  // The keys before end with the longest session.
  app.advance(8 * 3600 + 61)
  expect(await app.context.keys.find({ kid: kidOf(by.token) })).toBeNull()
  expect(await app.context.keys.find({ kid: kidOf(renewed.token) })).not.toBeNull()
})

test('keys in the wrong hands verify nothing from now on', async () => {
  const address = await fileAddress()
  await rotate(true)
  await app.context.keys.find({ kid: 'none' })
  expect(await status(by.token)).toBe(401)
  expect(await statusOf(fetch(address))).toBe(404)
  expect(await status((await signIn(app, by)).token)).toBe(200)
  expect(await statusOf(fetch(await fileAddress()))).toBe(200)
})

test('a code of an app is good before, between and after', async () => {
  const { password, account, accountType } = by
  const { ticket, secret } = await succeed(app, beginTotp, { password }, by)
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = () => totp.generate({ timestamp: app.context.now().getTime() })
  await succeed(app, confirmTotp, { ticket, code: code() }, by)
  const enter = async () => {
    app.advance(30)
    const { data } = await app.call(login, { account, password, accountType })
    const step = data as unknown as NextStep
    return (await app.call(loginFactor, { ticket: step.ticket, code: code() })).error_code
  }
  const kept = () =>
    app.context.db.selectFrom('totp_factors').select('secret').executeTakeFirstOrThrow()
  expect(await enter()).toBe(0)
  const before = await kept()
  await rotate(true)
  await app.context.keys.find({ kid: 'none' })
  expect(await enter()).toBe(0)
  expect(await finish()).toBe(1)
  expect(await kept()).not.toEqual(before)
  expect(await enter()).toBe(0)
})

test('the command is a program that says what it does', async () => {
  const { databaseUrl, dataDir } = app.context.config
  const env = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir, MODE: 'all' }
  const run = () =>
    promisify(execFile)(process.execPath, [built('keys-rotate'), '--at-once'], { env })
  expect((await run()).stdout).toMatch(/^New keys, in use from .*\n0 secrets sealed anew\n$/)
  const actions = await app.context.db
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .execute()
  const detail = { by: 'command', at_once: true }
  expect(actions.at(-1)).toEqual({ action: 'keys.rotate', detail })
})
