import { generateKeyPairSync } from 'node:crypto'
import { listPatients, logout, refreshLogin } from '@mingmou/contract'
import { SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let account: SignedIn
beforeEach(async () => {
  app = await testApp()
  account = await makeAccount(app, { role: '3' })
})
afterEach(() => app.close())

const pair = ({ public_key, token, refresh_token }: SignedIn) => ({
  public_key,
  token,
  refresh_token,
})
const status = async (token: string) => (await app.call(listPatients, {}, { token })).status

describe('a token', () => {
  test('is good for 900 seconds and no longer', async () => {
    app.advance(898)
    expect(await status(account.token)).toBe(200)
    app.advance(3)
    expect(await app.call(listPatients, {}, account)).toMatchObject({
      status: 402,
      error_code: 402,
      msg: '登录已过期，请重新登录',
    })
  })

  test('that we did not sign is refused, whatever it says of itself', async () => {
    const [header = '', payload = '', signature = ''] = account.token.split('.')
    const { privateKey } = generateKeyPairSync('ed25519')
    const claims = () =>
      new SignJWT({ sid: account.uid })
        .setSubject(account.uid)
        .setIssuer('mingmou')
        .setExpirationTime('1h')
    const { kid } = app.context.keys.signing
    const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
    const forged = [
      await claims().setProtectedHeader({ alg: 'EdDSA', kid }).sign(privateKey),
      await claims().setProtectedHeader({ alg: 'EdDSA', kid: 'other' }).sign(privateKey),
      await claims()
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(Buffer.from(account.public_key, 'base64')),
      `${unsigned}.${payload}.`,
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${header}.${Buffer.from('{}').toString('base64url')}.${signature}`,
    ]
    for (const token of forged) expect([token, await status(token)]).toEqual([token, 401])
  })
})

describe('a refresh', () => {
  test('answers a new pair, once, and the session goes on', async () => {
    app.advance(1000)
    const next = await succeed(app, refreshLogin, pair(account))
    expect(next).toMatchObject({ uid: account.uid, role: '3', effect: 900, ref_effect: 600 })
    expect(next.refresh_token).not.toBe(account.refresh_token)
    expect(await status(next.token)).toBe(200)
  })

  test('with a token that was used before ends the whole session', async () => {
    const next = await succeed(app, refreshLogin, pair(account))
    expect(await app.call(refreshLogin, pair(account))).toMatchObject({
      status: 403,
      error_code: 403,
      msg: '会话已失效，请重新登录',
    })
    expect(await status(next.token)).toBe(403)
    expect((await app.call(refreshLogin, pair({ ...account, ...next }))).status).toBe(403)
    const entry = await app.context.db
      .selectFrom('audit_log')
      .select(['action', 'outcome', 'uid'])
      .where('outcome', '=', 'refused')
      .execute()
    expect(entry).toEqual([{ action: 'session.refresh', outcome: 'refused', uid: account.uid }])
  })

  test('of two at the same moment is reuse: one answers, and the session ends', async () => {
    const answers = await Promise.all([1, 2].map(() => app.call(refreshLogin, pair(account))))
    expect(answers.map((answered) => answered.status).sort()).toEqual([200, 403])
    const won = answers.find((answered) => answered.status === 200)
    expect(await status(won?.data.token ?? '')).toBe(403)
  })

  test('is refused with a key, a token or a refresh token that is not of this session', async () => {
    const other = await makeAccount(app, { role: '3' })
    const strange = generateKeyPairSync('ed25519').publicKey
    const spki = strange.export({ format: 'der', type: 'spki' }).toString('base64')
    for (const wrong of [
      { public_key: spki },
      { public_key: 'x' },
      { token: other.token },
      { token: 'a.b.c' },
      { refresh_token: other.refresh_token },
      { refresh_token: 'x' },
    ]) {
      const answered = await app.call(refreshLogin, { ...pair(account), ...wrong })
      expect([wrong, answered.status]).toEqual([wrong, 401])
    }
    // None of these tries ended the session.
    expect((await app.call(refreshLogin, pair(account))).status).toBe(200)
  })

  test('says 405 to a session that was replaced, and 403 to one that logged out', async () => {
    const replacing = await signIn(app, account)
    expect((await app.call(refreshLogin, pair(account))).status).toBe(405)
    await succeed(app, logout, { uid: account.uid, token: replacing.token }, replacing)
    expect((await app.call(refreshLogin, pair(replacing))).status).toBe(403)
  })

  test('goes on for 8 hours from the login, and the last token ends with them', async () => {
    let current = account
    for (let minutes = 14; minutes < 480; minutes += 14) {
      app.advance(14 * 60)
      current = { ...current, ...(await succeed(app, refreshLogin, pair(current))) }
    }
    app.advance(4 * 60 - 5)
    expect(await status(current.token)).toBe(200)
    app.advance(10)
    expect(await status(current.token)).toBe(402)
    expect((await app.call(refreshLogin, pair(current))).status).toBe(402)
  })
})

describe('a logout', () => {
  test('ends the session, and no other', async () => {
    const colleague = await makeAccount(app, { role: '4', oid: account.oid ?? '' })
    const { uid, token } = account
    await succeed(app, logout, { uid, token }, account)
    expect(await status(token)).toBe(403)
    expect(await status(colleague.token)).toBe(200)
  })
  test('in the name of another is refused', async () => {
    const other = await makeAccount(app, { role: '3' })
    for (const given of [
      { uid: other.uid, token: account.token },
      { uid: account.uid, token: other.token },
    ]) {
      expect((await app.call(logout, given, account)).error_code).toBe(1002)
    }
    expect([await status(account.token), await status(other.token)]).toEqual([200, 200])
  })
})

test('every process signs and verifies with the same keys', async () => {
  const { openKeys } = await import('../../platform/keys/keys.ts')
  const other = await openKeys(app.context.db)
  expect(other.signing.spki).toBe(account.public_key)
  expect(other.url).toEqual(app.context.keys.url)
  other.close()
})
