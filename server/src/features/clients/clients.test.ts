import { generateKeyPairSync } from 'node:crypto'
import {
  addClient,
  adminInstitutionDetail,
  CLIENTS,
  listAudit,
  listClients,
  revokeClient,
  rotateClient,
  setClient,
  STATUS,
} from '@mingmou/contract'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { askToken, asClient, basic, makeClient, tokenOf } from '../../testing/client-factory.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let main: SignedIn
const as = (who: SignedIn) => ({ token: who.token })
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  main = await makeAccount(app, { role: '3' })
})

const GRANT = { grant_type: 'client_credentials' }
const SELF = '/api/v1/client'

describe('the main account', () => {
  test('lets a program call, which is told of itself and counted', async () => {
    const client = await makeClient(app, main, ['people:read', 'orders:write'])
    const { status, body } = await asClient(app, client, SELF)
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: '医院信息系统', scopes: ['people:read', 'orders:write'] })
    await asClient(app, client, SELF)
    const { rows } = await succeed(app, listClients, {}, as(main))
    expect(rows).toMatchObject([{ calls: 2, state: 'active', login: client.login }])
    expect(rows[0]?.last_used_at).not.toBeNull()
    expect(JSON.stringify(rows)).not.toContain(client.secret)
  })

  test('gives up to the limit, and a sub-account none', async () => {
    const member = await makeAccount(app, { role: '4' })
    expect((await app.call(listClients, {}, as(member))).status).toBe(STATUS.roleNotAllowed)
    const given = { name: '-', scopes: ['people:read'] }
    for (let n = 0; n < CLIENTS.most; n++) await succeed(app, addClient, given as never, as(main))
    expect((await app.call(addClient, given, as(main))).error_code).toBe(1006)
  })

  test.each([
    ['scopes', { scopes: [] }],
    ['scopes.0', { scopes: ['everything'] }],
    ['networks', { networks: ['his.local'] }],
    ['expires_on', { expires_on: '2020-01-01' }],
    ['public_key', { public_key: 'geheim' }],
  ])('is told at %s what is wrong', async (field, wrong) => {
    const given = { name: 'HIS', scopes: ['people:read'], ...wrong }
    const answered = await app.call(addClient, given, as(main))
    expect(answered).toMatchObject({
      error_code: 1001,
      data: { fields: { [field]: expect.any(String) as string } },
    })
  })

  test('ends a client at once, for good', async () => {
    const client = await makeClient(app, main, ['people:read'])
    await succeed(app, revokeClient, { client_id: client.client_id }, as(main))
    const refused = await asClient(app, client, SELF)
    expect(refused.status).toBe(401)
    expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect((await askToken(app, GRANT, basic(client.login, client.secret))).status).toBe(401)
    const { client_id } = client
    const again = { client_id, name: '-', scopes: ['people:read'] }
    expect((await app.call(setClient, again, as(main))).error_code).toBe(1003)
    expect((await app.call(rotateClient, { client_id }, as(main))).error_code).toBe(1003)
  })

  test('changes a secret without a gap, or at once', async () => {
    const client = await makeClient(app, main, ['people:read'])
    const { client_id, login } = client
    const second = await succeed(app, rotateClient, { client_id }, as(main))
    await tokenOf(app, login, client.secret)
    await tokenOf(app, login, second.secret ?? '')
    expect((await asClient(app, client, SELF)).status).toBe(200)
    const third = await succeed(app, rotateClient, { client_id, at_once: true }, as(main))
    for (const secret of [client.secret, second.secret ?? ''])
      expect((await askToken(app, GRANT, basic(login, secret))).status).toBe(401)
    expect((await asClient(app, client, SELF)).status).toBe(401)
    await tokenOf(app, login, third.secret ?? '')
  })

  test('narrows what a client may do from its next call on', async () => {
    const client = await makeClient(app, main, ['people:read', 'orders:read'])
    const { client_id } = client
    const narrow = { client_id, name: 'HIS', scopes: ['orders:read' as const] }
    await succeed(app, setClient, narrow, as(main))
    expect((await asClient(app, client, SELF)).body).toMatchObject({ scopes: ['orders:read'] })
    await succeed(app, setClient, { ...narrow, networks: ['10.0.0.0/8'] }, as(main))
    expect((await asClient(app, client, SELF)).status).toBe(401)
  })
})

describe('a token', () => {
  test('is given by header and by body, for the scopes that are asked for', async () => {
    const { login, secret } = await makeClient(app, main, ['people:read', 'orders:read'])
    const inBody = { ...GRANT, client_id: login, client_secret: secret, scope: 'orders:read' }
    const { status, body, headers } = await askToken(app, inBody)
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: 'orders:read' })
    expect(headers.get('cache-control')).toBe('no-store')
    const narrow = await asClient(app, { token: String(body['access_token']) }, SELF)
    expect(narrow.body).toMatchObject({ scopes: ['orders:read'] })
  })

  test.each<[string, Record<string, string> | [string, string][], number, string]>([
    ['no grant', {}, 400, 'invalid_request'],
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['nobody', GRANT, 401, 'invalid_client'],
    ['an unknown client', { ...GRANT, client_id: 'x', client_secret: 'y' }, 401, 'invalid_client'],
    [
      'a parameter twice',
      [
        ['grant_type', 'a'],
        ['grant_type', 'b'],
      ],
      400,
      'invalid_request',
    ],
  ])('is refused as RFC 6749 says: %s', async (_, form, status, error) => {
    const answered = await askToken(app, form)
    expect([answered.status, answered.body['error']]).toEqual([status, error])
    if (status === 401) expect(answered.headers.get('www-authenticate')).toMatch(/^Basic /)
  })

  test('is refused where secret, scope or way are wrong', async () => {
    const { login, secret } = await makeClient(app, main, ['people:read'])
    const wrong = await askToken(app, GRANT, basic(login, 'wrong'))
    expect([wrong.status, wrong.body['error']]).toEqual([401, 'invalid_client'])
    const scope = await askToken(app, { ...GRANT, scope: 'orders:read' }, basic(login, secret))
    expect([scope.status, scope.body['error']]).toEqual([400, 'invalid_scope'])
    const twice = { ...GRANT, client_id: login, client_secret: secret }
    expect((await askToken(app, twice, basic(login, secret))).status).toBe(400)
    const json = await fetch(`${app.url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect([json.status, await json.json()]).toEqual([400, { error: 'invalid_request' }])
  })

  test('ends, as the client does on its last day', async () => {
    const end = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const client = await makeClient(app, main, ['people:read'], { expires_on: end })
    app.advance(CLIENTS.tokenSeconds + 1)
    expect((await asClient(app, client, SELF)).status).toBe(401)
    app.advance(4 * 86_400)
    expect((await askToken(app, GRANT, basic(client.login, client.secret))).status).toBe(401)
  })

  test('is given for a statement that the client signed, once', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const public_key = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const given = { name: 'HIS', scopes: ['people:read' as const], public_key }
    const { login, secret } = await succeed(app, addClient, given, as(main))
    expect(secret).toBeNull()
    const sign = (audience: string, key = privateKey) =>
      new SignJWT({})
        .setProtectedHeader({ alg: 'ES256' })
        .setIssuer(login)
        .setSubject(login)
        .setAudience(audience)
        .setJti(String(Math.random()))
        .setExpirationTime(new Date(app.context.now().getTime() + 60_000))
        .sign(key)
    const ask = (client_assertion: string) =>
      askToken(app, {
        ...GRANT,
        client_assertion,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      })
    const { publicUrl } = app.context.config
    const signed = await sign(`${publicUrl}/oauth/token`)
    expect((await ask(signed)).status).toBe(200)
    expect((await ask(signed)).status).toBe(401)
    expect((await ask(await sign('https://elsewhere.example'))).status).toBe(401)
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    expect((await ask(await sign(publicUrl, stranger))).status).toBe(401)
  })
})

test('a session is no client, and a client no session', async () => {
  const client = await makeClient(app, main, ['people:read'])
  expect((await asClient(app, main, SELF)).status).toBe(401)
  expect((await app.call(listClients, {}, { token: client.token })).status).toBe(401)
  const bare = await fetch(`${app.url}${SELF}`)
  expect([bare.status, bare.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer realm="mingmou"',
  ])
  expect(bare.headers.get('content-type')).toContain('application/problem+json')
})

test('an administrator sees how many clients an institution has, and nothing of them', async () => {
  const admin = await makeAccount(app, { role: '2' })
  const oid = main.oid ?? ''
  const { client_id } = await makeClient(app, main, ['people:read'], { name: '内部系统' })
  await makeClient(app, main, ['people:read'])
  await makeClient(app, await makeAccount(app, { role: '3' }), ['people:read'])
  const shown = await succeed(app, adminInstitutionDetail, { oid }, as(admin))
  expect(shown.client_count).toBe(2)
  for (const own of [client_id, '内部系统']) expect(JSON.stringify(shown)).not.toContain(own)
  expect((await app.call(listClients, {}, as(admin))).status).toBe(STATUS.roleNotAllowed)
  await succeed(app, revokeClient, { client_id }, as(main))
  const { client_count } = await succeed(app, adminInstitutionDetail, { oid }, as(admin))
  expect(client_count).toBe(1)
})

test('what a client did is in the log under its name', async () => {
  await makeClient(app, main, ['people:read'])
  const { rows } = await succeed(app, listAudit, { action: 'client.token' }, as(main))
  expect(rows).toMatchObject([{ name: '医院信息系统', outcome: 'success' }])
})
