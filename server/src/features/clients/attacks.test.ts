import { generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'
import {
  addClient,
  CLIENTS,
  listAudit,
  revokeClient,
  rotateClient,
  setClient,
} from '@mingmou/contract'
import { SignJWT, UnsecuredJWT, type JWTHeaderParameters } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askToken, asClient, basic, makeClient, tokenOf } from '../../testing/client-factory.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let main: SignedIn
beforeAll(async () => {
  app = await testApp()
  main = await makeAccount(app, { role: '3' })
})
afterAll(() => app.close())

const GRANT = { grant_type: 'client_credentials' }
const SELF = '/api/v1/client'
const refusals = async (who: SignedIn) =>
  (await succeed(app, listAudit, { action: 'client.refused' }, who)).rows

describe('who sends wrong secrets without end', () => {
  test('is told to wait, shuts no client out, and fills no log', async () => {
    const house = await makeAccount(app, { role: '3' })
    const { login, secret } = await makeClient(app, house, ['people:read'])
    const wrong = () => askToken(app, GRANT, basic(login, randomBytes(32).toString('base64url')))
    for (let n = 0; n < CLIENTS.tries.count; n++) expect((await wrong()).status).toBe(401)
    const many = await wrong()
    expect([many.status, many.body['error']]).toEqual([429, 'temporarily_unavailable'])
    expect(Number(many.headers.get('retry-after'))).toBeGreaterThan(0)
    await tokenOf(app, login, secret)
    expect((await refusals(house)).length).toBeLessThanOrEqual(CLIENTS.tries.count)
  })

  test('has one name for a client, and one count', async () => {
    const { login, secret } = await makeClient(app, main, ['people:read'])
    const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = signs[signs.indexOf(login.slice(-1)) + 1] ?? ''
    const alias = `${login.slice(0, -1)}${last}`
    expect(Buffer.from(alias, 'base64url')).toEqual(Buffer.from(login, 'base64url'))
    expect((await askToken(app, GRANT, basic(alias, secret))).status).toBe(401)
  })
})

describe('a statement that a client signs', () => {
  const ec = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()
  const add = (key: KeyObject, by = main) =>
    succeed(app, addClient, { name: 'HIS', scopes: ['people:read'], public_key: pem(key) }, by)
  const now = () => Math.floor(app.context.now().getTime() / 1000)
  const claims = (login: string, changed: object = {}) => ({
    iss: login,
    sub: login,
    aud: `${app.context.config.publicUrl}/oauth/token`,
    jti: randomBytes(8).toString('hex'),
    exp: now() + 60,
    ...changed,
  })
  const ask = (client_assertion: string) =>
    askToken(app, {
      ...GRANT,
      client_assertion,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    })
  const sign = (said: object, key: KeyObject | Uint8Array, header: JWTHeaderParameters) =>
    new SignJWT({ ...said }).setProtectedHeader(header).sign(key)
  const ES = { alg: 'ES256' }

  test('is good as it should be, and with a jti of any signs', async () => {
    const { publicKey, privateKey } = ec()
    const { login } = await add(publicKey)
    expect((await ask(await sign(claims(login), privateKey, ES))).status).toBe(200)
    const odd = claims(login, { jti: `\0${'x'.repeat(5000)}` })
    const signed = await sign(odd, privateKey, ES)
    expect([(await ask(signed)).status, (await ask(signed)).status]).toEqual([200, 401])
  })

  test('is refused in every other form', async () => {
    const { publicKey, privateKey } = ec()
    const { login } = await add(publicKey)
    const { login: colleague } = await add(ec().publicKey)
    const mac = Buffer.from(pem(publicKey))
    const hostile: Record<string, string> = {
      none: new UnsecuredJWT(claims(login)).encode(),
      'the public key as a secret': await sign(claims(login), mac, { alg: 'HS256' }),
      'a key of its own in the head': await sign(claims(login), ec().privateKey, {
        ...ES,
        jwk: { ...ec().publicKey.export({ format: 'jwk' }) },
      }),
      'an address of keys': await sign(claims(login), ec().privateKey, {
        ...ES,
        jku: 'https://elsewhere.example/keys',
        kid: '../../keys',
      }),
      'another one’s name': await sign(claims(colleague), privateKey, ES),
      'another subject': await sign(claims(login, { sub: colleague }), privateKey, ES),
      'another audience': await sign(
        claims(login, { aud: 'https://else.example' }),
        privateKey,
        ES,
      ),
      'no end': await sign(claims(login, { exp: undefined }), privateKey, ES),
      'an end far off': await sign(claims(login, { exp: now() + 3600 }), privateKey, ES),
      'an end that is past': await sign(claims(login, { exp: now() - 1 }), privateKey, ES),
      'a beginning to come': await sign(claims(login, { nbf: now() + 60 }), privateKey, ES),
      'no jti': await sign(claims(login, { jti: undefined }), privateKey, ES),
      'no JWT': 'a.b.c',
      'a long one': `${'a'.repeat(9000)}.b.c`,
    }
    for (const [how, assertion] of Object.entries(hostile)) {
      const { status, body } = await ask(assertion)
      expect([how, status, body['error']]).toEqual([how, 401, 'invalid_client'])
    }
  })

  test('is taken once of many at the same moment, and not again while it would be good', async () => {
    const { publicKey, privateKey } = ec()
    const { login } = await add(publicKey)
    const signed = await sign(claims(login, { exp: now() + 290 }), privateKey, ES)
    const all = await Promise.all(Array.from({ length: 8 }, () => ask(signed)))
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(401)])
    app.advance(280)
    expect((await ask(signed)).status).toBe(401)
  })
})

describe('a client that may not call any more', () => {
  test('reaches nothing by any address within the same second, and is on record once', async () => {
    const house = await makeAccount(app, { role: '3' })
    const client = await makeClient(app, house, ['people:read', 'images:read', 'documents:read'])
    const paths = [
      ...[SELF, '/api/v1/orders', '/fhir/Patient', '/fhir/Organization/x', '/fhir/Binary/x'],
      `/dicomweb/${house.oid ?? ''}/studies`,
    ]
    await succeed(app, revokeClient, { client_id: client.client_id }, house)
    const told = await Promise.all(paths.map((path) => asClient(app, client, path)))
    expect(told.map(({ status }) => status)).toEqual(paths.map(() => 401))
    expect(await refusals(house)).toMatchObject([{ name: '医院信息系统' }])
  })

  test('stays shut while another change of it is made at the same moment', async () => {
    const client = await makeClient(app, main, ['people:read'])
    const { client_id } = client
    const given = { client_id, name: 'HIS', scopes: ['people:read' as const] }
    await Promise.all([
      succeed(app, rotateClient, { client_id, at_once: true }, main),
      ...Array.from({ length: 6 }, () => succeed(app, setClient, given, main)),
    ])
    expect((await asClient(app, client, SELF)).status).toBe(401)
  })

  test('of a token that this server did not sign is nobody', async () => {
    const client = await makeClient(app, main, ['people:read'])
    const [head = '', said = '', mark = ''] = client.token.split('.')
    const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as object
    const pack = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const stranger = await makeAccount(app, { role: '3' })
    const forged = [
      `${head}.${pack({ ...read(said), oid: stranger.oid })}.${mark}`,
      `${pack({ ...read(head), alg: 'none' })}.${said}.`,
      `${pack({ ...read(head), kid: "' or 1=1 --" })}.${said}.${mark}`,
      `${pack({ ...read(head), kid: '\0' })}.${said}.${mark}`,
      `${head}.${said}.`,
    ]
    for (const token of forged) expect((await asClient(app, { token }, SELF)).status).toBe(401)
  })
})

test('what a client asks for and is not there is on record under its name', async () => {
  const house = await makeAccount(app, { role: '3' })
  const client = await makeClient(app, house, ['orders:read', 'results:read', 'images:read'])
  const id = '00000000-0000-4000-8000-000000000000'
  const uid = '2.25.1'
  const missing = [
    '/api/v1/orders/A1',
    `/fhir/DiagnosticReport/${id}`,
    `/dicomweb/${house.oid ?? ''}/studies/${uid}/metadata`,
  ]
  for (const path of missing) expect((await asClient(app, client, path)).status).toBe(404)
  const { rows } = await succeed(app, listAudit, { action: 'record.refused' }, house)
  expect(rows.map(({ name, outcome }) => [name, outcome])).toEqual(
    missing.map(() => ['医院信息系统', 'refused']),
  )
})
