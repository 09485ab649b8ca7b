import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addWebhook,
  beginTotp,
  confirmTotp,
  deleteWebhook,
  ERROR,
  listWebhooks,
  login,
  loginBeginTotp,
  loginConfirmTotp,
  loginFactor,
  myFactor,
  removeTotp,
  setSsoProvider,
  setWebhook,
  ssoProvider,
  text,
  type NextStep,
} from '@mingmou/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addAccount,
  makeAccount,
  makeInstitution,
  signIn,
  type KnownAccount,
  type SignedIn,
} from '../../testing/factories.ts'
import { identityProvider, type IdentityProvider } from '../../testing/identity-provider.ts'
import { placed } from '../../testing/place.ts'
import { signOn } from '../../testing/sign-on.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { openVault } from '../backup/vault.ts'
import { finishRotation, rotateKeys } from '../keys/rotate.ts'
import { exportInstitution } from './export.ts'
import { importInstitution } from './import.ts'

const ORIGIN = 'https://eyes.example.com'

let idp: IdentityProvider
let from: TestApp
let to: TestApp
let dir: string
beforeAll(async () => {
  idp = await identityProvider(`${ORIGIN}/sso`)
  dir = await mkdtemp(join(tmpdir(), 'mingmou-factors-'))
  from = await testApp({ publicUrl: ORIGIN, oidc: idp.outward })
  to = await testApp({ publicUrl: ORIGIN, oidc: idp.outward })
})
afterAll(async () => {
  await Promise.all([from.close(), to.close(), idp.close()])
  await rm(dir, { recursive: true, force: true })
})

async function move(oid: string, origin = from, target = to) {
  const folder = await mkdtemp(join(dir, 'export-'))
  const vault = await openVault(folder, null, { make: true })
  await placed(origin, (place) => exportInstitution(place, vault, oid))
  await placed(target, (place) => importInstitution(place, vault))
}

const codeOf = (app: TestApp, secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.context.now().getTime(),
  })

const logIn = (app: TestApp, { account, password, accountType }: KnownAccount) =>
  app.call(login, { account, password, accountType })

/** The step that follows the password. */
async function nextStep(app: TestApp, account: KnownAccount): Promise<NextStep> {
  const answered = await logIn(app, account)
  expect(answered).toMatchObject({ status: 202, error_code: 1011 })
  expect(JSON.stringify(answered.data)).not.toContain('token')
  return answered.data as unknown as NextStep
}

/** Sets the app up where the sign-in asks for it. */
async function setUp(app: TestApp, account: KnownAccount) {
  const { step, ticket } = await nextStep(app, account)
  expect(step).toBe('enrol')
  const { secret } = await succeed(app, loginBeginTotp, { ticket })
  const code = codeOf(app, secret)
  const session = await succeed(app, loginConfirmTotp, { ticket, code })
  app.advance(30)
  return { secret, session }
}

/** Turns two-step verification on, as its owner does without being asked. */
async function turnOn(account: SignedIn): Promise<string> {
  const { password } = account
  const { ticket, secret } = await succeed(from, beginTotp, { password }, account)
  await succeed(from, confirmTotp, { ticket, code: codeOf(from, secret) }, account)
  from.advance(30)
  return secret
}

test('who had a second factor before the move sets one up at the first sign-in, others sign in', async () => {
  const { oid } = await makeInstitution(from)
  const owner = await makeAccount(from, { role: '3', oid })
  const plain = await makeAccount(from, { role: '4', oid })
  const secret = await turnOn(owner)
  await move(oid)

  expect((await signIn(to, plain)).oid).toBe(oid)
  const { step, ticket } = await nextStep(to, owner)
  expect(step).toBe('enrol')
  const old = codeOf(to, secret)
  expect((await to.call(loginFactor, { ticket, code: old })).error_code).toBe(1005)
  expect((await to.call(loginConfirmTotp, { ticket, code: old })).error_code).toBe(1005)

  // Nor does a second move let it in by the password alone.
  const third = await testApp()
  try {
    await move(oid, to, third)
    expect((await nextStep(third, owner)).step).toBe('enrol')
  } finally {
    await third.close()
  }

  const done = await setUp(to, owner)
  expect((await nextStep(to, owner)).step).toBe('verify')
  expect(await succeed(to, myFactor, {}, done.session)).toMatchObject({ required: false })
  const given = { password: owner.password, code: codeOf(to, done.secret) }
  await succeed(to, removeTotp, given, done.session)
  expect((await logIn(to, owner)).status).toBe(200)
})

test('an institution that asks for two steps asks for them after its move, whoever had them before', async () => {
  const { oid } = await makeInstitution(from, { require_factor: true })
  const [enrolled, never] = [
    await addAccount(from, { role: '3', oid }),
    await addAccount(from, { role: '4', oid }),
  ]
  await setUp(from, enrolled)
  expect((await nextStep(from, enrolled)).step).toBe('verify')
  await move(oid)
  for (const account of [enrolled, never]) {
    const { session } = await setUp(to, account)
    expect(await succeed(to, myFactor, {}, session)).toMatchObject({ required: true })
    expect((await nextStep(to, account)).step).toBe('verify')
  }
})

test('a webhook comes without its secret, is off, and has to be added anew', async () => {
  const main = await makeAccount(from, { role: '3' })
  const given = { name: 'HIS', url: 'https://his.example.com/', events: ['report.signed' as const] }
  const { webhook_id } = await succeed(from, addWebhook, { ...given, active: true }, main)
  await move(main.oid ?? '')
  const chief = await signIn(to, main)
  expect((await succeed(to, listWebhooks, {}, chief)).rows).toMatchObject([{ active: false }])
  const on = await to.call(setWebhook, { ...given, webhook_id, active: true }, chief)
  expect([on.error_code, on.msg]).toEqual([ERROR.conflict, text('zh-CN', 'webhook_no_secret')])
  await succeed(to, deleteWebhook, { webhook_id }, chief)
  await succeed(to, addWebhook, { ...given, active: true }, chief)
})

test('an institution that requires single sign-on enters its provider anew, and locks nobody out', async () => {
  const main = await makeAccount(from, { role: '3' })
  const oid = main.oid ?? ''
  const member = await makeAccount(from, { role: '4', oid })
  await signOn(from, idp).provide(main)
  await signOn(from, idp).link(member, 'chen')
  await signOn(from, idp).provide(main, { required: true })
  expect((await logIn(from, member)).error_code).toBe(1007)
  await move(oid)

  expect((await logIn(to, member)).status).toBe(200)
  const chief = await signIn(to, main)
  expect((await succeed(to, ssoProvider, {}, chief)).provider).toBeNull()
  const on = signOn(to, idp)
  const keptSecret = on.settings(chief, { client_secret: undefined })
  expect((await to.call(setSsoProvider, keptSecret, chief)).error_code).toBe(1001)
  const code = await on.provide(chief, { required: true })
  expect((await on.signIn('chen', code)).data.uid).toBe(member.uid)
  expect((await logIn(to, member)).error_code).toBe(1007)

  await rotateKeys(to.context, false)
  to.advance(61)
  await to.context.keys.find({ kid: 'none' })
  expect(await finishRotation(to.context)).toBeGreaterThan(0)
})
