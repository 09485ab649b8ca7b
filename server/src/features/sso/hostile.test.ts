import { once } from 'node:events'
import { readFileSync, mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listMembers, mySso, testSsoProvider } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCertificate } from '../../testing/certificate.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { identityProvider } from '../../testing/identity-provider.ts'
import { signOn } from '../../testing/sign-on.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

type Answer = (asked: IncomingMessage, answered: ServerResponse, issuer: string) => void

const folder = mkdtempSync(join(tmpdir(), 'mingmou-hostile-'))
const { key, pem } = makeCertificate(folder, 'hostile')
const server = createServer({ key: readFileSync(key), cert: readFileSync(pem) })
let answer: Answer = (_, answered) => answered.end()
let issuer: string
let elsewhere = 0
let app: TestApp
let main: SignedIn
beforeAll(async () => {
  server.on('request', (asked, answered) => {
    if (asked.url?.startsWith('/elsewhere')) elsewhere += 1
    answer(asked, answered, issuer)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  issuer = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const oidc = { privateOrigins: [issuer], caFile: pem }
  app = await testApp({ publicUrl: 'https://eyes.example.com', oidc })
  main = await makeAccount(app, { role: '3' })
})
afterAll(async () => {
  await app.close()
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

const says = (change: (issuer: string) => object): Answer => {
  return (_, answered, issuer) => {
    answered.setHeader('content-type', 'application/json')
    answered.end(
      JSON.stringify({
        issuer,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        authorization_endpoint: `${issuer}/go`,
        token_endpoint: `${issuer}/token`,
        ...change(issuer),
      }),
    )
  }
}
/** Written as fast as it is read, without end. */
const endless: Answer = (_, answered) => {
  answered.setHeader('content-type', 'application/json')
  const more = () => {
    while (!answered.destroyed && answered.write(Buffer.alloc(65_536, ' ')));
    if (!answered.destroyed) answered.once('drain', more)
  }
  answered.on('error', () => undefined)
  more()
}
const drop: Answer = (_, answered) => {
  const talk = setInterval(() => answered.write(' '), 50)
  answered.setHeader('content-type', 'application/json')
  answered.on('error', () => undefined).on('close', () => clearInterval(talk))
}

const NONE = '该地址没有可用的单点登录配置'
describe('a provider that means harm', () => {
  test.each<[string, Answer, string]>([
    ['answers without end', endless, NONE],
    ['answers a byte at a time', drop, '无法连接身份提供方，请稍后再试'],
    [
      'leads elsewhere',
      (_, answered, own) => answered.writeHead(302, { location: `${own}/elsewhere` }).end(),
      NONE,
    ],
    [
      'names another issuer',
      says(() => ({ issuer: 'https://idp.example.com' })),
      '应答的颁发者与机构设置的不一致',
    ],
    [
      'sends browsers to a script',
      says(() => ({ authorization_endpoint: 'javascript:alert(1)' })),
      NONE,
    ],
    [
      'has the secret sent in the open',
      says(() => ({ token_endpoint: 'http://169.254.169.254/latest' })),
      NONE,
    ],
    ['answers a page', (_, answered) => answered.end('<script>alert(1)</script>'), NONE],
  ])('and %s is not taken', async (_, how, told) => {
    answer = how
    const { fault } = await succeed(app, testSsoProvider, { issuer }, main)
    expect(fault).toBe(told)
    expect(elsewhere).toBe(0)
  })

  test('and names a person by markup, or without end, or says more of him, gains nothing by it', async () => {
    const idp = await identityProvider('https://eyes.example.com/sso')
    const theirs = await testApp({ publicUrl: 'https://eyes.example.com', oidc: idp.outward })
    const manager = await makeAccount(theirs, { role: '3' })
    const on = signOn(theirs, idp)
    const code = await on.provide(manager)
    const member = await makeAccount(theirs, { role: '4', oid: manager.oid ?? '' })
    const other = await makeAccount(theirs, { role: '3' })
    const markup = '"><img src=x onerror=alert(1)>'
    expect((await on.link(member, markup)).msg).toBe('操作成功')
    for (const sub of ['x'.repeat(256), '管理员', 'a\u202eb']) {
      idp.forging = { claims: { sub } }
      expect((await on.signIn('zhou', code)).error_code).toBe(1005)
    }
    // Claims of mail, name and role are of nobody here.
    const email = 'admin@clinic.example.com'
    const claims = { email, preferred_username: other.uid, role: '1', oid: other.oid }
    idp.forging = { claims }
    expect((await on.signIn('nobody', code)).error_code).toBe(1005)
    const entered = await on.signIn(markup, code)
    expect(entered.data).toMatchObject({ uid: member.uid })
    const said = [
      await succeed(theirs, mySso, {}, { token: entered.data.token }),
      await succeed(theirs, listMembers, {}, manager),
    ]
    expect(JSON.stringify(said)).not.toContain('onerror')
    await theirs.close()
    await idp.close()
  })
})
