import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  login,
  loginBeginTotp,
  loginConfirmTotp,
  loginFactor,
  loginPasskey,
  loginPasskeyBegin,
  loginRemembered,
  myFactor,
  myInfo,
  myPasskeys,
  removePasskey,
  renamePasskey,
  removeTotp,
  renewRecoveryCodes,
  resetMemberFactor,
  setInstitutionInfo,
  updatePassword,
  type NextStep,
} from '@mingmou/contract'
import { Secret, TOTP } from 'otpauth'
import { carryOutDue } from '../accounts/due-changes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addAccount,
  makeAccount,
  type KnownAccount,
  type SignedIn,
} from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { authenticator } from '../../testing/authenticator.ts'
import { seal, unseal } from '../../platform/keys/seal.ts'

const RP_ID = 'eyes.example.com'
const ORIGIN = `https://${RP_ID}`

let app: TestApp
beforeAll(async () => {
  app = await testApp({ adminSecondFactor: true, publicUrl: ORIGIN })
})
afterAll(() => app.close())

/** The code that an app shows now. */
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.context.now().getTime(),
  })
/** Codes of an app that was set up are good from the next period on. */
const nextPeriod = () => app.advance(30)

const passwordOf = ({ account, password, accountType }: KnownAccount) => ({
  account,
  password,
  accountType,
})

/** Sets the app up, as its owner does. */
async function withApp(account: SignedIn) {
  const { password } = account
  const { ticket, secret } = await succeed(app, beginTotp, { password }, account)
  const code = codeOf(secret)
  const { recovery_codes } = await succeed(app, confirmTotp, { ticket, code }, account)
  nextPeriod()
  return { ...account, secret, recovery_codes }
}

/** The first step of a sign-in that needs a second one. */
async function firstStep(account: KnownAccount): Promise<NextStep> {
  const answered = await app.call(login, passwordOf(account))
  expect(answered).toMatchObject({ status: 202, error_code: 1011 })
  expect(JSON.stringify(answered.data)).not.toContain('token')
  return answered.data as unknown as NextStep
}

/** The whole sign-in with a code; its answer. */
async function withCode(account: KnownAccount, code: string) {
  const { ticket } = await firstStep(account)
  return app.call(loginFactor, { ticket, code })
}

const entriesOf = (uid: string) =>
  app.context.db
    .selectFrom('audit_log')
    .select(['action', 'outcome', 'detail'])
    .where('target_id', '=', uid)
    .orderBy('id')
    .execute()

describe('an account with an app', () => {
  test('gives a code after its password, each code once, side by side too', async () => {
    const owner = await withApp(await makeAccount(app, { role: '4' }))
    const { step, ticket } = await firstStep(owner)
    expect(step).toBe('verify')
    const code = codeOf(owner.secret)
    const other = await firstStep(owner)
    const answers = await Promise.all(
      [ticket, other.ticket].map((given) => app.call(loginFactor, { ticket: given, code })),
    )
    expect(answers.map(({ error_code }) => error_code).sort()).toEqual([0, 1005])
    const token = answers.find(({ status }) => status === 200)?.data.token
    expect((await app.call(myInfo, { uid: owner.uid }, { token })).status).toBe(200)
    expect((await withCode(owner, code)).msg).toBe('验证码或恢复码错误，或已使用过')
    nextPeriod()
    expect((await withCode(owner, codeOf(owner.secret))).status).toBe(200)
  })

  test('has five tries, whatever the ticket, and its ticket ends with use and time', async () => {
    const owner = await withApp(await makeAccount(app, { role: '5' }))
    const used = await firstStep(owner)
    await succeed(app, loginFactor, { ticket: used.ticket, code: codeOf(owner.secret) })
    nextPeriod()
    const code = codeOf(owner.secret)
    expect((await app.call(loginFactor, { ticket: used.ticket, code })).msg).toBe(
      '操作已超时，请重新开始',
    )
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    for (let n = 0; n < 5; n++) expect((await withCode(owner, wrong)).error_code).toBe(1005)
    const late = await firstStep(owner)
    expect((await app.call(loginFactor, { ticket: late.ticket, code })).error_code).toBe(1008)
    app.advance(901)
    expect(
      (await app.call(loginFactor, { ticket: late.ticket, code: codeOf(owner.secret) })).error_code,
    ).toBe(1005)
    expect((await withCode(owner, codeOf(owner.secret))).status).toBe(200)
  })

  test('comes in by each recovery code once, however it is typed', async () => {
    const owner = await withApp(await makeAccount(app, { role: '3' }))
    expect(owner.recovery_codes).toHaveLength(10)
    const [first = ''] = owner.recovery_codes
    const signedIn = await withCode(owner, first.toLowerCase().replace('-', ' '))
    expect(signedIn.status).toBe(200)
    expect((await withCode(owner, first)).error_code).toBe(1005)
    const { token } = signedIn.data
    expect(await succeed(app, myFactor, {}, { token })).toMatchObject({ recovery_left: 9 })
    const again = { password: owner.password, code: codeOf(owner.secret) }
    const renewed = await succeed(app, renewRecoveryCodes, again, { token })
    expect(renewed.recovery_codes).toHaveLength(10)
    expect((await withCode(owner, owner.recovery_codes[1] ?? '')).error_code).toBe(1005)
  })

  test('ends a sign-in that began with the old password', async () => {
    const owner = await withApp(await makeAccount(app, { role: '4' }))
    const { ticket } = await firstStep(owner)
    const { uid, password: oldpwd } = owner
    await succeed(app, updatePassword, { uid, oldpwd, newpwd1: 'another-horse2' }, owner)
    const code = codeOf(owner.secret)
    expect((await app.call(loginFactor, { ticket, code })).error_code).toBe(1005)
  })

  test('gives the code where a device remembers its login too', async () => {
    const owner = await withApp(await makeAccount(app, { role: '4' }))
    const { accountType } = owner
    const first = await app.call(login, { ...passwordOf(owner), remember: true })
    expect(first.headers.get('set-cookie')).toBeNull()
    const { ticket } = first.data as unknown as NextStep
    const second = await app.call(loginFactor, { ticket, code: codeOf(owner.secret) })
    const cookie = second.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(cookie).toContain('remembered_2=')
    const byDevice = await app.call(loginRemembered, { accountType }, { headers: { cookie } })
    expect(byDevice.error_code).toBe(1011)
  })

  test('changes it and ends it by password and code alone, and is told', async () => {
    const owner = await withApp(await makeAccount(app, { role: '4' }))
    const { password } = owner
    const code = codeOf(owner.secret)
    expect(await app.call(beginTotp, { password }, owner)).toMatchObject({
      error_code: 1001,
      data: { fields: { code: '此项不能为空' } },
    })
    expect((await app.call(removeTotp, { password: 'wrong-one1', code }, owner)).error_code).toBe(
      1004,
    )
    expect((await app.call(removeTotp, { password, code: '000000x' }, owner)).error_code).toBe(1005)
    await succeed(app, removeTotp, { password, code }, owner)
    expect((await app.call(login, passwordOf(owner))).status).toBe(200)
    const entries = await entriesOf(owner.uid)
    expect(entries.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'factor.add success',
      'factor.verify refused',
      'factor.verify refused',
      'factor.remove success',
    ])
    expect(JSON.stringify(entries)).not.toContain(owner.secret)
  })

  test('leaves neither key nor recovery codes in the database', async () => {
    const owner = await withApp(await makeAccount(app, { role: '4' }))
    const { db, keys } = app.context
    const kept = JSON.stringify([
      await db.selectFrom('totp_factors').selectAll().execute(),
      await db.selectFrom('recovery_codes').selectAll().execute(),
      await db.selectFrom('sign_in_steps').selectAll().execute(),
    ])
    for (const secret of [owner.secret, ...owner.recovery_codes]) expect(kept).not.toContain(secret)
    const sealed = seal(keys.seal, owner.secret, 'totp a')
    expect(unseal(keys.seal, sealed, 'totp a')).toBe(owner.secret)
    expect(() => unseal(keys.seal, sealed, 'totp b')).toThrow()
  })
})

describe('an institution that asks for two steps', () => {
  const require_factor = async (main: SignedIn) => {
    const { oid } = main
    const { name, short_name: shortName } = await app.context.db
      .selectFrom('institutions')
      .select(['name', 'short_name'])
      .where('oid', '=', oid)
      .executeTakeFirstOrThrow()
    const body = {
      oid: oid ?? '',
      name,
      shortName,
      describes: '演示',
      contact: '演示联系人',
      phone: '010-88886666',
      areaId: ['330000', '330100', '330106'],
      address: '演示路1号',
    }
    await succeed(app, setInstitutionInfo, { ...body, require_factor: true }, main)
    return body
  }

  test('lets nobody in without, leads to the set-up, and keeps it on', async () => {
    const main = await makeAccount(app, { role: '3' })
    const member = await addAccount(app, { role: '4', oid: main.oid ?? '' })
    await require_factor(main)
    const { step, ticket } = await firstStep(member)
    expect(step).toBe('enrol')
    expect((await app.call(loginFactor, { ticket, code: '123456' })).error_code).toBe(1005)
    expect((await app.call(loginConfirmTotp, { ticket, code: '123456' })).error_code).toBe(1005)
    const { secret, uri } = await succeed(app, loginBeginTotp, { ticket })
    expect(uri).toContain(`secret=${secret}`)
    expect((await app.call(loginConfirmTotp, { ticket, code: '12345' })).error_code).toBe(1005)
    const done = await succeed(app, loginConfirmTotp, { ticket, code: codeOf(secret) })
    expect(done.recovery_codes).toHaveLength(10)
    expect(await succeed(app, myFactor, {}, done)).toMatchObject({ required: true })
    nextPeriod()
    const again = { password: member.password, code: codeOf(secret) }
    expect((await app.call(removeTotp, again, done)).msg).toBe('按要求须使用两步验证，不能关闭')
  })

  test('is one that its main account made so, no administrator', async () => {
    const main = await makeAccount(app, { role: '3' })
    const body = await require_factor(main)
    const admin = await addAccount(app, { role: '1' })
    const { ticket } = await firstStep(admin)
    const { secret } = await succeed(app, loginBeginTotp, { ticket })
    const session = await succeed(app, loginConfirmTotp, { ticket, code: codeOf(secret) })
    const given = { ...body, require_factor: false }
    expect((await app.call(setInstitutionInfo, given, session)).error_code).toBe(1001)
  })
})

describe('a lost app', () => {
  test('is taken back by the manager: the session ends, and it is on record', async () => {
    const main = await makeAccount(app, { role: '3' })
    const member = await withApp(await makeAccount(app, { role: '4', oid: main.oid ?? '' }))
    const { due_at } = await succeed(app, resetMemberFactor, { aid: member.uid }, main)
    expect(Date.parse(due_at ?? '') - app.context.now().getTime()).toBeGreaterThan(71 * 3_600_000)
    await carryOutDue(app.context)
    expect((await app.call(myFactor, {}, member)).status).toBe(200)
    app.advance(72 * 3600)
    const { data: session } = await withCode(member, codeOf(member.secret))
    await carryOutDue(app.context)
    expect((await app.call(myFactor, {}, session)).status).toBe(403)
    expect((await app.call(login, passwordOf(member))).status).toBe(200)
    expect((await entriesOf(member.uid)).at(-1)).toMatchObject({ action: 'factor.reset' })
  })
})

const site = (options: Record<string, unknown>) => ({
  challenge: String(options['challenge']),
  origin: ORIGIN,
  rpID: RP_ID,
})

describe('a passkey', () => {
  let owner: Awaited<ReturnType<typeof withApp>>
  const device = authenticator()
  const begin = () => succeed(app, loginPasskeyBegin, {})
  const again = () => ({ password: owner.password, code: codeOf(owner.secret) })
  beforeAll(async () => {
    owner = await withApp(await makeAccount(app, { role: '4' }))
  })

  test('is made by whoever gives password and code, with its owner proven on the device', async () => {
    const { token, password } = await makeAccount(app, { role: '4' })
    const without = await app.call(beginPasskey, { password, code: '123456' }, { token })
    expect(without.msg).toBe('未开启两步验证')
    const { ticket, options } = await succeed(app, beginPasskey, again(), owner)
    expect(options).toMatchObject({
      rp: { id: RP_ID },
      attestation: 'none',
      // Under every Node the same, so that each server of an installation can check each passkey.
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
    })
    const given = { ticket, name: '演示电脑' }
    for (const wrong of [{ verified: false }, { origin: 'https://e.example.com' }, { rpID: 'e' }]) {
      const made = authenticator().make({ ...site(options), ...wrong })
      expect((await app.call(addPasskey, { ...given, ...made }, owner)).error_code).toBe(1005)
    }
    const made = { ...given, ...device.make(site(options)) }
    expect((await app.call(addPasskey, made, { token })).error_code).toBe(1005)
    await succeed(app, addPasskey, made, owner)
    expect((await app.call(addPasskey, made, owner)).error_code).toBe(1005)
    nextPeriod()
  })

  test('signs in alone, each proof once, and a copy of the device is refused', async () => {
    const { ticket, options } = await begin()
    const proof = { ticket, ...device.prove(site(options)) }
    const both = await Promise.all([1, 2].map(() => app.call(loginPasskey, proof)))
    expect(both.map(({ error_code }) => error_code).sort()).toEqual([0, 1005])
    const token = both.find(({ status }) => status === 200)?.data.token ?? ''
    expect((await app.call(myInfo, { uid: owner.uid }, { token })).status).toBe(200)
    owner = { ...owner, token }
    const next = await begin()
    for (const wrong of [{ verified: false }, { origin: 'https://e.example.com' }]) {
      const given = { ticket: next.ticket, ...device.prove({ ...site(next.options), ...wrong }) }
      expect((await app.call(loginPasskey, given)).error_code).toBe(1005)
    }
    const elsewhere = { ticket: next.ticket, ...device.prove(site(options)) }
    expect((await app.call(loginPasskey, elsewhere)).error_code).toBe(1005)
    device.setCounter(0)
    const copied = { ticket: next.ticket, ...device.prove(site(next.options)) }
    expect((await app.call(loginPasskey, copied)).msg).toBe('通行密钥验证失败')
    // The device and its copy at one moment, both at the same count: one of them.
    const twins = [await begin(), await begin()].map(({ ticket, options }) => {
      device.setCounter(20)
      return { ticket, ...device.prove(site(options)) }
    })
    const told = await Promise.all(twins.map((twin) => app.call(loginPasskey, twin)))
    expect(told.map(({ error_code }) => error_code).sort()).toEqual([0, 1005])
    owner = { ...owner, token: told.find(({ status }) => status === 200)?.data.token ?? '' }
  })

  test('is listed, named and removed by its owner, and opens nothing after', async () => {
    const { passkeys } = await succeed(app, myPasskeys, {}, owner)
    expect(passkeys).toMatchObject([{ name: '演示电脑' }])
    const passkey_id = passkeys[0]?.passkey_id ?? ''
    await succeed(app, renamePasskey, { passkey_id, name: '诊室电脑' }, owner)
    expect(await succeed(app, myPasskeys, {}, owner)).toMatchObject({
      passkeys: [{ name: '诊室电脑' }],
    })
    await succeed(app, removePasskey, { passkey_id, ...again() }, owner)
    const { ticket, options } = await begin()
    const proof = { ticket, ...device.prove(site(options)) }
    expect((await app.call(loginPasskey, proof)).error_code).toBe(1005)
  })
})
