import { once } from 'node:events'
import { connect } from 'node:net'
import {
  addPatient,
  areaAll,
  BODY_BYTES,
  BODY_FIELDS,
  CALLS,
  getStatistics,
  listPatients,
  login,
} from '@mingmou/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAccount, signIn, type SignedIn } from '../testing/factories.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'
import { describeFault } from './faults.ts'

let app: TestApp
let clinician: SignedIn
beforeAll(async () => {
  app = await testApp()
  clinician = await makeAccount(app, { role: '3' })
})
afterAll(() => app.close())

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })

/** The whole answer as it stands on the wire. */
async function raw(request: string): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.write(request)
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  await once(socket, 'close')
  return answer
}
const rawPost = (path: string, token: string) =>
  raw(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
  )

describe('an answer', () => {
  test('is an envelope that nobody keeps, in Chinese unless English is asked for', async () => {
    const chinese = await app.call(getStatistics, {})
    expect(chinese).toMatchObject({ status: 200, error_code: 0, msg: '操作成功' })
    expect(chinese.headers.get('cache-control')).toBe('no-store')
    expect(await app.call(getStatistics, {}, { language: 'en' })).toMatchObject({ msg: 'Done' })
    const headers = { 'accept-language': 'fr;q=0.9, en-GB;q=0.8, zh;q=0.3' }
    expect(await app.call(getStatistics, {}, { headers })).toMatchObject({ msg: 'Done' })
  })

  test('has status 600 on the wire for a role that may not', async () => {
    const admin = await makeAccount(app, { role: '1' })
    const answer = await rawPost('/v1/patient/listByInfo', admin.token)
    expect(answer).toMatch(/^HTTP\/1\.1 600 /)
    expect(answer).toContain('"error_code":600,"msg":"当前角色不支持此功能","data":{}')
  })

  test('has status 405 on the wire for a session that was replaced', async () => {
    const account = await makeAccount(app, { role: '3' })
    await signIn(app, account)
    const answer = await rawPost('/v1/patient/listByInfo', account.token)
    expect(answer).toMatch(/^HTTP\/1\.1 405 /)
    expect(answer).toContain('"error_code":405,"msg":"您的账号已在别处登录，请重新登录"')
  })

  test('to an unknown path, or to a known one by the wrong method, is 404', async () => {
    for (const [method, path] of [
      ['GET', '/v1/no/such'],
      ['POST', '/v1/no/such'],
      ['GET', login.path],
      ['DELETE', login.path],
      ['GET', '/v1/oss/file/%2e%2e/%2e%2e/etc/passwd'],
      ['GET', '/%c0%ae%c0%ae/'],
    ] as const) {
      const answered = await fetch(`${app.url}${path}`, { method })
      expect([path, answered.status]).toEqual([path, 404])
      expect(await answered.json()).toEqual({ error_code: 404, msg: '资源不存在', data: {} })
    }
  })

  test.each(['', '{', '[]', '[{}]', '"text"', '1', 'null', 'true', 'account=a', '{"a":1}x'])(
    'to the body %j is 400, and says so in an envelope',
    async (body) => {
      const answered = await post(login.path, body)
      expect(answered.status).toBe(400)
      expect(await answered.json()).toMatchObject({ error_code: 400, data: {} })
    },
  )

  test('to a body of another type is 400', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const answered = await post(login.path, '{}', { 'content-type': type })
      expect([type, answered.status]).toEqual([type, 400])
    }
  })

  test('to a body over 64 kB, or over the bound of its call, is 413, however it is sent', async () => {
    const bodyOf = (bytes: number) => JSON.stringify({ account: 'a'.repeat(bytes - 14) })
    expect((await post(login.path, bodyOf(BODY_BYTES))).status).toBe(202)
    for (const { path, method, bodyBytes = BODY_BYTES } of CALLS) {
      if (method === 'GET') continue
      const answered = await post(path, bodyOf(bodyBytes + 1), {
        authorization: `Bearer ${clinician.token}`,
      })
      expect([path, [413, 600].includes(answered.status)]).toEqual([path, true])
    }
    const inPieces = new Blob([bodyOf(BODY_BYTES + 1)]).stream()
    const answered = await fetch(`${app.url}${login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: inPieces,
      duplex: 'half',
    } as RequestInit)
    expect(answered.status).toBe(413)
    expect(await answered.json()).toMatchObject({ error_code: 413, msg: '提交的内容过大' })
  })

  test('to more unknown fields than are read is 413; to as many it is small and names ten', async () => {
    const many = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1])))
    for (const count of [BODY_FIELDS + 1, 6000, 90_000]) {
      const refused = await post(login.path, many(count))
      expect([count, refused.status]).toEqual([count, 413])
      expect(await refused.json()).toMatchObject({ error_code: 413, data: {} })
    }
    const answered = await post(login.path, many(BODY_FIELDS))
    const text = await answered.text()
    expect(answered.status).toBe(202)
    expect(text.length).toBeLessThan(2000)
    const { data } = JSON.parse(text) as { data: { fields: Record<string, string> } }
    const unknown = Object.values(data.fields).filter((field) => field === '不支持的字段')
    expect(unknown).toHaveLength(10)
  })

  test("to a stranger's body never gets as far as the body", async () => {
    expect((await post(listPatients.path, '{')).status).toBe(401)
  })
})

describe('a field', () => {
  const messagesOf = async (body: unknown) => {
    const answered = await app.call(addPatient, body, clinician)
    expect([answered.status, answered.error_code]).toEqual([202, 1001])
    return (answered.data as unknown as { fields: Record<string, string> }).fields
  }

  test('that is missing, empty or null is named', async () => {
    const fields = await messagesOf({ name: '', phone: null, address: '  ' })
    expect(fields).toMatchObject({
      name: '此项不能为空',
      phone: '此项不能为空',
      address: '此项不能为空',
      ad_card_number: '此项不能为空',
    })
  })
  test('that is unknown, of the wrong type or too long is named', async () => {
    expect(
      await messagesOf({
        name: 5,
        gender: '1',
        address: '路'.repeat(129),
        area_id: 'x',
        admin: true,
      }),
    ).toMatchObject({
      name: '格式不正确',
      gender: '取值不在允许范围内',
      address: '不超过128个字符',
      area_id: '格式不正确',
      admin: '不支持的字段',
    })
  })
  test('of a query that is repeated or unknown is refused', async () => {
    for (const query of ['file_type=logo&file_type=fundus', 'file_type=logo&x=1', '']) {
      const answered = await fetch(`${app.url}/v1/oss/getStsToken?${query}`, {
        headers: { authorization: `Bearer ${clinician.token}` },
      })
      expect([query, answered.status]).toEqual([query, 202])
    }
  })
  test('named like a part of every object does no harm', async () => {
    const answered = await post(login.path, '{"__proto__":{"account":"a"},"constructor":1}')
    expect(answered.status).toBe(400)
  })
})

describe('a public call', () => {
  test('serves a visitor whose token is no longer good', async () => {
    const account = await makeAccount(app, { role: '3' })
    await signIn(app, account)
    for (const token of [account.token, 'a.b.c']) {
      expect(await app.call(areaAll, {}, { token })).toMatchObject({ status: 200 })
    }
  })
})

describe('a fault of ours', () => {
  test('is told by a number and by nothing else', async () => {
    const broken = await testApp({ logLevel: 'silent' })
    const account = await makeAccount(broken, { role: '3' })
    const client = new pg.Client({ connectionString: broken.context.config.databaseUrl })
    await client.connect()
    await client.query('set role mingmou_owner; drop table patients cascade')
    await client.end()
    const { status, error_code, msg, data } = await broken.call(listPatients, {}, account)
    expect([status, error_code, data]).toEqual([500, 500, {}])
    expect(msg).toMatch(/^请求服务器错误（编号 [\da-f-]{36}）$/)
    await broken.close()
  })
  test('leaves no quoted value in the log', () => {
    const fault = describeFault(new Error('invalid input syntax for type uuid: "张三"'))
    expect(JSON.stringify(fault)).not.toContain('张三')
    expect(fault['frames']).not.toHaveLength(0)
  })
})
