import {
  beginTotp,
  confirmTotp,
  linkSsoLogin,
  finishSsoLogin,
  login,
  loginBeginTotp,
  loginConfirmTotp,
  loginFactor,
  loginRemembered,
  mySso,
  setInstitutionInfo,
  setSsoProvider,
  type NextStep,
} from '@mingmou/contract'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  addAccount,
  makeAccount,
  type KnownAccount,
  type SignedIn,
} from '../../testing/factories.ts'
import { identityProvider, type IdentityProvider } from '../../testing/identity-provider.ts'
import { answerOf, cookieOf, signOn } from '../../testing/sign-on.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

const ORIGIN = 'https://eyes.example.com'

let idp: IdentityProvider
let app: TestApp
let on: ReturnType<typeof signOn>
beforeAll(async () => {
  idp = await identityProvider(`${ORIGIN}/sso`)
  app = await testApp({ publicUrl: ORIGIN, oidc: idp.outward })
  on = signOn(app, idp)
})
afterAll(async () => {
  await app.close()
  await idp.close()
})
beforeEach(() => {
  idp.forging = {}
})

const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: app.context.now().getTime(),
  })
/** Sets the app up, as its owner does. Returns its key. */
async function addApp(account: SignedIn): Promise<string> {
  const { password } = account
  const { ticket, secret } = await succeed(app, beginTotp, { password }, account)
  await succeed(app, confirmTotp, { ticket, code: codeOf(secret) }, account)
  app.advance(30)
  return secret
}
const logIn = ({ account, password, accountType }: KnownAccount, more = {}) =>
  app.call(login, { account, password, accountType, ...more })

/** The answer of a sign-in whose password was right and that goes on at the provider. */
async function linkingAs(sub: string, ticket: string) {
  const begun = await app.call(linkSsoLogin, { ticket })
  idp.person = { sub }
  const answer = answerOf(await idp.visit(begun.data.url))
  return app.call(finishSsoLogin, answer, { headers: cookieOf(begun) })
}
const nextOf = (answered: { data: unknown }) => answered.data as NextStep

async function institution(change: object = {}) {
  const main = await makeAccount(app, { role: '3' })
  const code = await on.provide(main, change)
  const oid = main.oid ?? ''
  return { main, code, oid, require: () => on.provide(main, { required: true }) }
}

describe('an institution that requires single sign-on', () => {
  test('refuses linked members any other way in, and lets the main account in by its password', async () => {
    const { main, code, oid, require } = await institution()
    const owner = await makeAccount(app, { role: '4', oid })
    await on.link(owner, 'chen')
    const remembered = cookieOf(await logIn(owner, { remember: true }))
    await require()
    const refused = { error_code: 1007, msg: '本机构要求单点登录，请用单点登录进入' }
    expect(await logIn(owner)).toMatchObject(refused)
    const again = await app.call(loginRemembered, { accountType: 2 }, { headers: remembered })
    expect(again).toMatchObject(refused)
    expect((await on.signIn('chen', code)).data.uid).toBe(owner.uid)
    expect((await logIn(main)).status).toBe(200)
    expect((await logIn({ ...owner, password: 'wrong-horse1' })).error_code).toBe(1004)
  })

  test('has a member who is not linked do so at the sign-in, and opens no session before', async () => {
    const { code, oid } = await institution({ required: true })
    const owner = await addAccount(app, { role: '4', oid })
    const first = await logIn(owner)
    expect(first).toMatchObject({ error_code: 1011, data: { step: 'link' } })
    expect(JSON.stringify(first.data)).not.toContain('token')
    const { ticket } = nextOf(first)
    const entered = await linkingAs('yang', ticket)
    expect(entered.data.uid).toBe(owner.uid)
    expect(await succeed(app, mySso, {}, entered.data)).toMatchObject({ required: true })
    expect((await logIn(owner)).error_code).toBe(1007)
    expect((await on.signIn('yang', code)).data.uid).toBe(owner.uid)
    expect((await app.call(linkSsoLogin, { ticket })).error_code).toBe(1005)
  })

  test('asks for the code of the app before a member is linked, and once', async () => {
    const { oid, require } = await institution()
    const owner = await makeAccount(app, { role: '4', oid })
    const secret = await addApp(owner)
    await require()
    const first = nextOf(await logIn(owner))
    expect(first.step).toBe('verify')
    const proven = await app.call(loginFactor, { ticket: first.ticket, code: codeOf(secret) })
    expect(proven).toMatchObject({ error_code: 1011, data: { step: 'link' } })
    const entered = await linkingAs('wu', nextOf(proven).ticket)
    expect(entered.data.uid).toBe(owner.uid)
  })

  test('that turns its provider off lets everybody in by the password again', async () => {
    const { main, code, oid } = await institution({ required: true })
    const owner = await addAccount(app, { role: '4', oid })
    expect((await logIn(owner)).error_code).toBe(1011)
    const left = await on.leave('xu', code)
    const off = on.settings(main, { required: true, enabled: false })
    await succeed(app, setSsoProvider, off, main)
    expect((await logIn(owner)).status).toBe(200)
    expect((await on.come(left)).msg).toBe('本机构未开启单点登录，请用密码登录')
    await expect(on.leave('xu', code)).rejects.toThrow('未开启单点登录')
  })
})

describe('a second factor', () => {
  test('of the account is asked for after the provider, unless that says it asked for more', async () => {
    const { code, oid } = await institution()
    const owner = await makeAccount(app, { role: '4', oid })
    const secret = await addApp(owner)
    await expect(on.link(owner, 'ma')).rejects.toThrow()
    expect((await on.link(owner, 'ma', codeOf(secret))).status).toBe(200)
    app.advance(30)
    const next = await on.signIn('ma', code)
    expect(next).toMatchObject({ error_code: 1011, data: { step: 'verify' } })
    const { ticket } = nextOf(next)
    expect((await app.call(loginFactor, { ticket, code: '000000' })).error_code).toBe(1005)
    const entered = await app.call(loginFactor, { ticket, code: codeOf(secret) })
    expect(entered.data.uid).toBe(owner.uid)
    idp.forging = { claims: { amr: ['pwd', 'otp'] } }
    expect((await on.signIn('ma', code)).error_code).toBe(1011)
    idp.forging = { claims: { amr: ['pwd', 'mfa'] } }
    expect((await on.signIn('ma', code)).data.uid).toBe(owner.uid)
  })

  test('that the institution requires is set up after the provider, where there is none', async () => {
    const { main, code, oid } = await institution()
    const owner = await makeAccount(app, { role: '4', oid })
    await on.link(owner, 'zhu')
    const names = { name: '演示医院', shortName: '演示', describes: '演示' }
    const where = { areaId: ['330000', '330100', '330106'], address: '演示路1号' }
    const contact = { contact: '演示联系人', phone: '13800138000' }
    const change = { oid, ...names, ...where, ...contact, require_factor: true }
    await succeed(app, setInstitutionInfo, change, main)
    const next = await on.signIn('zhu', code)
    expect(next).toMatchObject({ error_code: 1011, data: { step: 'enrol' } })
    const { ticket } = nextOf(next)
    const { secret } = await succeed(app, loginBeginTotp, { ticket })
    const given = { ticket, code: codeOf(secret) }
    expect((await succeed(app, loginConfirmTotp, given)).uid).toBe(owner.uid)
    app.advance(30)
    idp.forging = { claims: { acr: 'https://refeds.org/profile/mfa' } }
    expect((await on.signIn('zhu', code)).status).toBe(200)
  })
})
