import { beginSsoLogin, setSsoProvider, ssoProvider, testSsoProvider } from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPrivate } from '../../platform/outward.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { CLIENT, identityProvider, type IdentityProvider } from '../../testing/identity-provider.ts'
import { signOn } from '../../testing/sign-on.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { finishRotation, rotateKeys } from '../keys/rotate.ts'

const ORIGIN = 'https://eyes.example.com'

let idp: IdentityProvider
let app: TestApp
let on: ReturnType<typeof signOn>
let main: SignedIn
beforeAll(async () => {
  idp = await identityProvider(`${ORIGIN}/sso`)
  app = await testApp({ publicUrl: ORIGIN, oidc: idp.outward })
  on = signOn(app, idp)
  main = await makeAccount(app, { role: '3' })
})
afterAll(async () => {
  await app.close()
  await idp.close()
})

const set = (change: object = {}) => app.call(setSsoProvider, on.settings(main, change), main)

test('the main account sets the provider by its password, and nobody is told the secret', async () => {
  expect((await set({ password: 'wrong-horse1' })).error_code).toBe(1004)
  expect((await set({ client_secret: undefined })).error_code).toBe(1001)
  expect((await set()).status).toBe(200)
  const shown = await app.call(ssoProvider, {}, main)
  const { provider, redirect_uri } = shown.data
  expect(redirect_uri).toBe(`${ORIGIN}/sso`)
  expect(provider?.sign_in_url).toBe(`${ORIGIN}/#/login?sso=${provider?.sign_in_code}`)
  expect(JSON.stringify(shown.data)).not.toContain(CLIENT.client_secret)
  const { client_secret } = await app.context.db
    .selectFrom('sso_providers')
    .select('client_secret')
    .where('oid', '=', main.oid ?? '')
    .executeTakeFirstOrThrow()
  expect(client_secret.includes(CLIENT.client_secret)).toBe(false)
  const member = await makeAccount(app, { role: '4', oid: main.oid ?? '' })
  expect((await app.call(ssoProvider, {}, member)).status).toBe(600)
})

test('the secret stays with its issuer: another issuer needs its own', async () => {
  await set()
  expect((await set({ client_secret: undefined, name: '另一名称' })).status).toBe(200)
  const moved = { issuer: 'https://idp.example.com', client_secret: undefined }
  expect(await set(moved)).toMatchObject({
    error_code: 1001,
    data: { fields: { client_secret: '此项不能为空' } },
  })
})

test('the secret is sealed anew with new keys, and opens the provider still', async () => {
  const code = await on.provide(main)
  const sealed = () =>
    app.context.db.selectFrom('sso_providers').select('client_secret').executeTakeFirst()
  const before = await sealed()
  await rotateKeys(app.context, false)
  app.advance(61)
  // This process reads the new key now, and not within moments.
  await app.context.keys.find({ kid: 'none' })
  expect(await finishRotation(app.context)).toBeGreaterThan(0)
  expect(await sealed()).not.toEqual(before)
  expect((await on.signIn('nobody', code)).msg).toContain('尚未绑定')
})

test.each([
  'http://idp.example.com',
  'https://user:word@idp.example.com',
  'https://idp.example.com/.well-known/openid-configuration',
  'https://idp.example.com?x=1',
  'javascript:alert(1)',
])('is no issuer: %s', async (issuer) => {
  expect(await app.call(testSsoProvider, { issuer }, main)).toMatchObject({ error_code: 1001 })
})

test('a test of the provider says in one line what is wrong', async () => {
  const fault = async (issuer: string) =>
    (await succeed(app, testSsoProvider, { issuer }, main)).fault
  const closed = await identityProvider(`${ORIGIN}/sso`)
  await closed.close()
  app.context.config.oidc.privateOrigins = [idp.issuer, closed.issuer]
  expect(await fault(idp.issuer)).toBeNull()
  expect(await fault(closed.issuer)).toBe('无法连接身份提供方，请稍后再试')
  expect(await fault(`${idp.issuer}/elsewhere`)).toBe('该地址没有可用的单点登录配置')
})

test('addresses of private networks are not asked unless the operator names them', async () => {
  const strict = await testApp({ publicUrl: ORIGIN })
  const by = await makeAccount(strict, { role: '3' })
  const { port } = new URL(idp.issuer)
  for (const issuer of [idp.issuer, `https://localhost:${port}`, `https://[::1]:${port}`]) {
    const { fault } = await succeed(strict, testSsoProvider, { issuer }, by)
    expect([issuer, fault]).toEqual([issuer, '该地址位于内部网络，须由平台运维人员先行放行'])
  }
  const sign_in_code = await signOn(strict, idp).provide(by)
  expect((await strict.call(beginSsoLogin, { sign_in_code })).msg).toContain('内部网络')
  await strict.close()
})

test('a certificate that nobody vouches for is refused', async () => {
  const oidc = { ...idp.outward, caFile: null }
  const untrusting = await testApp({ publicUrl: ORIGIN, oidc })
  const by = await makeAccount(untrusting, { role: '3' })
  const { fault } = await succeed(untrusting, testSsoProvider, { issuer: idp.issuer }, by)
  expect(fault).toBe('身份提供方的安全证书无法验证')
  await untrusting.close()
})

test.each([
  ['10.1.2.3', true],
  ['172.31.0.1', true],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:10.0.0.1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['64:ff9b::a00:1', true],
  ['8.8.8.8', false],
  ['172.32.0.1', false],
  ['2001:4860:4860::8888', false],
])('%s is of a private network: %s', (address, expected) => {
  expect(isPrivate(address)).toBe(expected)
})

test('a wrong code and one whose provider is off get the same answer, and few tries', async () => {
  const code = await on.provide(main, { enabled: false })
  const off = await app.call(beginSsoLogin, { sign_in_code: code })
  const wrong = await app.call(beginSsoLogin, { sign_in_code: '000000000000' })
  expect(off).toMatchObject({ error_code: 1005, msg: wrong.msg })
  const tries = Array.from({ length: 50 }, (_, n) =>
    app.call(beginSsoLogin, { sign_in_code: `guess${n}` }),
  )
  const answers = await Promise.all(tries)
  expect(answers.some(({ error_code }) => error_code === 1008)).toBe(true)
})
