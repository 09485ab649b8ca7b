import {
  adminActivateInstitution,
  adminBanInstitution,
  adminLockMain,
  adminUnlockMain,
  logout,
  type EventName,
} from '@mingmou/contract'
import pg from 'pg'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { makeAccount, makeInstitution, signIn, type SignedIn } from '../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../testing/test-app.ts'

const METRICS = { authorization: 'Bearer a-token-of-metrics' }
let app: TestApp
const open: Socket[] = []
beforeAll(async () => {
  app = await testApp({ metricsToken: 'a-token-of-metrics' })
})
afterEach(async () => {
  for (const socket of open.splice(0)) socket.disconnect()
  await expect.poll(liveConnections).toBe(0)
})
afterAll(() => app.close())

function socketFor(token: string, traits: { socketId?: string; language?: string } = {}): Socket {
  const { socketId, language } = traits
  const socket = io(app.url, {
    path: '/live',
    forceNew: true,
    autoConnect: false,
    reconnection: false,
    auth: { token, language },
    ...(socketId !== undefined && { query: { socketId } }),
  })
  open.push(socket)
  return socket
}

/** Resolves with the data of an event. */
function heard(socket: Socket, event: EventName | 'connect' | 'disconnect'): Promise<unknown> {
  return new Promise((resolve) => socket.once(event, resolve))
}

async function connected(account: SignedIn, traits = {}): Promise<Socket> {
  const socket = socketFor(account.token, traits)
  const there = heard(socket, 'connect')
  socket.connect()
  await there
  return socket
}

/** The first `err` of a connection that is about to be made, and the end of that connection. */
async function refusedWith(token: string, traits = {}): Promise<unknown> {
  const socket = socketFor(token, traits)
  const both = Promise.all([heard(socket, 'err'), heard(socket, 'disconnect')])
  socket.connect()
  return (await both)[0]
}

async function liveConnections(): Promise<number> {
  const text = await (await fetch(`${app.url}/metrics`, { headers: METRICS })).text()
  return Number(/^live_connections (\d+)$/m.exec(text)?.[1])
}

const say = (room: { uid: string } | { oid: string } | { sid: string }, msg = 'welcome') =>
  app.context.events.send(app.context.db, room, 'msg', { title: 'welcome_title', msg })

describe('a live connection', () => {
  test('hears what is for its account, in its own language and so that it can be worded anew', async () => {
    const account = await makeAccount(app, { role: '5' })
    const chinese = await connected(account)
    const english = await connected(account, { language: 'en' })
    const both = Promise.all([heard(chinese, 'msg'), heard(english, 'msg')])
    await say({ uid: account.uid })
    const encoded = { title: 'welcome_title', msg: 'welcome' }
    expect(await both).toEqual([
      { title: '系统消息', msg: '系统会话已连接，欢迎使用', encoded },
      { title: 'System', msg: 'System session connected, welcome', encoded },
    ])
  })

  test('hears what is for its institution, and nothing that is for another', async () => {
    const { oid } = await makeInstitution(app)
    const mine = await connected(await makeAccount(app, { role: '3', oid }))
    const colleague = await connected(await makeAccount(app, { role: '4', oid }))
    const other = await makeAccount(app, { role: '4' })
    const stranger = await connected(other)
    const strange: unknown[] = []
    stranger.on('msg', (data) => strange.push(data))
    const both = Promise.all([heard(mine, 'msg'), heard(colleague, 'msg')])
    await say({ oid })
    await both
    // Events arrive in order: the stranger's own event shows that the first never came.
    const received = heard(stranger, 'msg')
    await say({ oid: other.oid ?? '' }, 'own')
    await received
    expect(strange).toMatchObject([{ title: '系统消息', msg: 'own' }])
  })

  test('hears nothing of a change that was rolled back', async () => {
    const account = await makeAccount(app, { role: '5' })
    const socket = await connected(account)
    const first = heard(socket, 'msg')
    await app.context.db
      .transaction()
      .execute(async (trx) => {
        const data = { title: 'x', msg: 'never' }
        await app.context.events.send(trx, { uid: account.uid }, 'msg', data)
        throw new Error('rolled back')
      })
      .catch(() => undefined)
    await say({ uid: account.uid }, 'committed')
    expect(await first).toMatchObject({ msg: 'committed' })
  })

  test('is told 405 and closed when the account logs in elsewhere', async () => {
    const account = await makeAccount(app, { role: '3' })
    const socket = await connected(account)
    const both = Promise.all([heard(socket, 'err'), heard(socket, 'disconnect')])
    await signIn(app, account)
    expect((await both)[0]).toMatchObject({
      code: 405,
      title: '连接已断开',
      msg: '您的账号已在别处登录，请重新登录',
    })
    expect(await refusedWith(account.token)).toMatchObject({ code: 405 })
  })

  test('is told why and closed when account or institution is banned', async () => {
    const admin = await makeAccount(app, { role: '2' })
    const account = await makeAccount(app, { role: '3' })
    const oid = account.oid ?? ''
    for (const [call, undo, msg] of [
      [adminLockMain, adminUnlockMain, '账号已被禁用'],
      [adminBanInstitution, adminActivateInstitution, '所属机构已被禁用'],
    ] as const) {
      const socket = await connected(await signIn(app, account))
      const both = Promise.all([heard(socket, 'err'), heard(socket, 'disconnect')])
      await succeed(app, call, { oid }, admin)
      expect((await both)[0]).toMatchObject({ code: 403, title: '连接已断开', msg })
      await succeed(app, undo, { oid }, admin)
    }
  })

  test('is opened by no page of another site, and its answers are never taken for a page', async () => {
    const ask = (origin?: string) =>
      fetch(`${app.url}/live/?EIO=4&transport=polling`, origin ? { headers: { origin } } : {})
    for (const [origin, status] of [
      [undefined, 200],
      [app.url, 200],
      // Some proxies do not pass the port on.
      ['http://127.0.0.1:1', 200],
      ['https://evil.example.com', 403],
      ['null', 403],
    ] as const) {
      const answered = await ask(origin)
      await answered.arrayBuffer()
      expect([origin, answered.status]).toEqual([origin, status])
      expect(answered.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answered.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
    const https = await testApp({ publicUrl: 'https://eyes.example.com' })
    const { status } = await fetch(`${https.url}/live/?EIO=4&transport=polling`, {
      headers: { origin: 'https://eyes.example.com' },
    })
    expect(status).toBe(200)
    await https.close()
  })

  test('is closed without a word by a logout, and cannot come again', async () => {
    const account = await makeAccount(app, { role: '3' })
    const socket = await connected(account)
    const errors: unknown[] = []
    socket.on('err', (data) => errors.push(data))
    const closed = heard(socket, 'disconnect')
    await succeed(app, logout, { uid: account.uid, token: account.token }, account)
    await closed
    expect(errors).toEqual([])
    expect(await refusedWith(account.token)).toMatchObject({ code: 403 })
  })

  test('is refused without a token, and with one that we did not sign', async () => {
    expect(await refusedWith('')).toMatchObject({ code: 401, msg: '授权失败' })
    expect(await refusedWith('a.b.c', { language: 'en' })).toMatchObject({
      code: 401,
      msg: 'Authorization failed',
    })
  })

  test('is told 402 and closed when its token ends', async () => {
    const other = await testApp()
    const account = await makeAccount(other, { role: '3' })
    other.advance(899)
    const socket = io(other.url, {
      path: '/live',
      forceNew: true,
      reconnection: false,
      auth: { token: account.token },
    })
    const both = Promise.all([heard(socket, 'err'), heard(socket, 'disconnect')])
    expect((await both)[0]).toMatchObject({ code: 402, msg: '登录已过期，请重新登录' })
    await other.close()
  })

  test('hears after a broken line what it missed, under the name of its first connection', async () => {
    const account = await makeAccount(app, { role: '5' })
    const watcher = await connected(account)
    const socket = await connected(account)
    const socketId = socket.id ?? ''
    const before = heard(socket, 'msg')
    await say({ uid: account.uid }, 'before')
    await before
    socket.io.engine.close()
    await expect.poll(liveConnections).toBe(1)
    const passed = heard(watcher, 'msg')
    await say({ uid: account.uid }, 'missed')
    await passed
    const again = socketFor(account.token, { socketId })
    const first = heard(again, 'msg')
    again.connect()
    expect(await first).toMatchObject({ msg: 'missed' })
  })

  test('comes back by itself when the server lost its own line to the database', async () => {
    const account = await makeAccount(app, { role: '5' })
    const socket = await connected(account)
    socket.io.reconnection(true)
    const back = heard(socket, 'connect')
    const database = new URL(app.context.config.databaseUrl).pathname.slice(1)
    const client = new pg.Client({ connectionString: inject('databaseServer').superuserUrl })
    await client.connect()
    const ended = await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'mingmou_events'",
      [database],
    )
    expect(ended.rows).toHaveLength(1)
    await client.end()
    await back
    const first = heard(socket, 'msg')
    await say({ uid: account.uid }, 'back')
    expect(await first).toMatchObject({ msg: 'back' })
  })

  test('that says strange things harms nobody', async () => {
    const account = await makeAccount(app, { role: '5' })
    const rude = await connected(account)
    rude.emit('chat', 'hello', 'no function', { __proto__: 1 })
    rude.emit('err', null)
    rude.emit('msg', [], 'x'.repeat(5000))
    const there = heard(rude, 'msg')
    await say({ uid: account.uid })
    await there
  })
  test('is begun by an address only so often in a minute, whichever way it comes', async () => {
    const few = await testApp({ liveHandshakes: 3 })
    const begin = (ip: string, sid = '') =>
      fetch(`${few.url}/live/?EIO=4&transport=polling${sid}`, {
        headers: { 'x-forwarded-for': ip },
      })
    const socket = (ip: string) => {
      const extraHeaders = { 'x-forwarded-for': ip }
      const way = { transports: ['websocket'], forceNew: true, reconnection: false, extraHeaders }
      const made = io(few.url, { path: '/live', ...way })
      open.push(made)
      return made
    }
    const statuses = []
    for (let n = 0; n < 4; n++) statuses.push((await begin('203.0.113.5')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    const refused = await begin('203.0.113.5')
    expect(await refused.json()).toEqual({
      error_code: 429,
      msg: '请求过于频繁，请稍后再试',
      data: {},
    })
    expect(refused.headers.get('x-content-type-options')).toBe('nosniff')
    const cut = socket('203.0.113.5')
    await new Promise((resolve) => cut.once('connect_error', resolve))
    // Others begin, and what has begun goes on: only an unknown connection is refused here.
    await heard(socket('203.0.113.6'), 'err')
    expect((await begin('203.0.113.5', '&sid=unknown')).status).toBe(400)
    few.advance(61)
    expect((await begin('203.0.113.5')).status).toBe(200)
    await few.close()
  })
})
