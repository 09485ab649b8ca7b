import { gunzipSync } from 'node:zlib'
import {
  areaAll,
  getQuestionnaire,
  getStatistics,
  listPatients,
  login,
  logout,
  QUESTIONNAIRE,
} from '@mingmou/contract'
import { io } from 'socket.io-client'
import { expect, test } from 'vitest'
import { addAccount, makeAccount, signIn } from '../testing/factories.ts'
import { succeed, testApp } from '../testing/test-app.ts'

const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

test('the contract is compressed once, known again by its mark, and asked for sixty times a minute', async () => {
  const app = await testApp()
  const by = await makeAccount(app, { role: '4' })
  const ask = (headers: Record<string, string> = {}) =>
    fetch(`${app.url}/openapi.json`, { headers })
  const [packed, plain] = [await ask(), await ask({ 'accept-encoding': 'identity' })]
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(plain.headers.get('content-encoding')).toBeNull()
  const text = await plain.text()
  expect(await packed.text()).toBe(text)
  expect(JSON.parse(text)).toMatchObject({ openapi: '3.1.0' })
  const refusing = await ask({ 'accept-encoding': 'gzip;q=0' })
  expect(refusing.headers.get('content-encoding')).toBeNull()

  const etag = packed.headers.get('etag') ?? ''
  const known = await ask({ 'if-none-match': `"other", W/${etag}` })
  expect([known.status, await known.text()]).toEqual([304, ''])
  expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200)

  // A session is no way around the limit.
  const statuses = await times(70, async (n) => {
    const headers = n % 2 === 0 ? {} : { authorization: `Bearer ${by.token}` }
    return (await ask({ ...headers, 'if-none-match': etag })).status
  })
  expect(statuses.filter((status) => status === 304).length).toBeLessThan(60)
  expect(statuses).toContain(429)
  expect((await app.call(getStatistics, {})).status).toBe(200)
  await app.close()
})

test('the list of areas is compressed once too, and known again by its mark', async () => {
  const app = await testApp()
  const ask = (headers: Record<string, string> = {}) =>
    fetch(`${app.url}${areaAll.path}`, { headers })
  const [chinese, english] = [await ask(), await ask({ 'accept-language': 'en' })]
  expect(chinese.headers.get('content-encoding')).toBe('gzip')
  expect(await english.json()).toMatchObject({ error_code: 0, msg: 'Done' })
  expect(await chinese.json()).toMatchObject({ error_code: 0, msg: '操作成功' })
  const etag = chinese.headers.get('etag') ?? ''
  expect((await ask({ 'if-none-match': etag })).status).toBe(304)
  expect((await ask({ 'if-none-match': etag, 'accept-language': 'en' })).status).toBe(200)
  await app.close()
})

test('the contract is made of bytes that compress to a tenth', async () => {
  const app = await testApp()
  const { request } = await import('node:http')
  const raw = await new Promise<Buffer>((resolve) => {
    const headers = { 'accept-encoding': 'gzip' }
    request(`${app.url}/openapi.json`, { headers }, (answered) => {
      const chunks: Buffer[] = []
      answered.on('data', (chunk: Buffer) => chunks.push(chunk))
      answered.on('end', () => resolve(Buffer.concat(chunks)))
    }).end()
  })
  expect(raw.length).toBeLessThan(gunzipSync(raw).length / 10)
  await app.close()
})

test('a session is no way around the limit of visitors’ calls', async () => {
  const app = await testApp()
  const by = await makeAccount(app, { role: '4' })
  const statuses = new Set(
    await times(
      10 * QUESTIONNAIRE.perSecond,
      async () => (await app.call(getQuestionnaire, {}, by)).status,
    ),
  )
  expect([...statuses].sort()).toEqual([200, 429])
  await app.close()
})

test('what an account does without end is refused there, in all its sessions, and nobody at its address waits', async () => {
  const app = await testApp({ callsPerMinute: 12 })
  const [busy, colleague] = [
    await makeAccount(app, { role: '3' }),
    await makeAccount(app, { role: '3' }),
  ]
  const statusOf = async (token?: string) => (await app.call(listPatients, {}, { token })).status
  const flood = await times(40, () => statusOf(busy.token))
  expect(flood.filter((status) => status === 200)).toHaveLength(12)
  expect(await statusOf(colleague.token)).toBe(200)
  expect(await statusOf()).toBe(401)
  expect((await app.call(getStatistics, {})).status).toBe(200)
  await app.close()
})

test('visitors who flood an address leave those who sign in there, pages and uploads', async () => {
  const app = await testApp({ callsPerMinute: 5 })
  expect(await times(20, async () => (await app.call(getStatistics, {})).status)).toContain(429)
  const account = { account: 'nobody', password: 'Wrong-0000', accountType: 1 }
  expect((await app.call(login, account)).error_code).toBe(1004)
  expect((await fetch(`${app.url}/`)).status).not.toBe(429)
  const form = new FormData()
  form.set('key', 'uploads/fundus/x/eye.jpg')
  const sent = await fetch(`${app.url}/v1/oss/upload`, { method: 'POST', body: form })
  expect(sent.status).not.toBe(429)
  await app.close()
})

test('the token of a session that is over counts for its address, and takes nothing from its account', async () => {
  const app = await testApp({ callsPerMinute: 20 })
  const by = await addAccount(app, { role: '3' })
  const over = await signIn(app, by)
  await succeed(app, logout, { uid: over.uid, token: over.token }, over)
  const statuses = []
  for (let n = 0; n < 40; n++) {
    statuses.push((await app.call(listPatients, {}, { token: over.token })).status)
  }
  expect(statuses).toContain(429)
  const again = await signIn(app, by)
  expect((await app.call(listPatients, {}, { token: again.token })).status).toBe(200)
  await app.close()
})

test('a session has at most fifty live connections, and a colleague still has his', async () => {
  const app = await testApp()
  const [busy, colleague] = [
    await makeAccount(app, { role: '3' }),
    await makeAccount(app, { role: '3' }),
  ]
  const open = (token: string) =>
    io(app.url, {
      path: '/live',
      forceNew: true,
      reconnection: false,
      transports: ['websocket'],
      auth: { token },
    })
  const settled = (socket: ReturnType<typeof open>) =>
    new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      for (const end of ['connect_error', 'disconnect'] as const)
        socket.once(end, () => resolve(false))
    })
  const sockets = Array.from({ length: 60 }, () => open(busy.token))
  const answers = await Promise.all(sockets.map(settled))
  expect(answers.filter(Boolean)).toHaveLength(50)
  const theirs = open(colleague.token)
  expect(await settled(theirs)).toBe(true)
  for (const socket of [...sockets, theirs]) socket.disconnect()
  await app.close()
})
