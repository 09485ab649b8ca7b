import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { connect } from 'node:net'
import { once } from 'node:events'
import { CALLS, getStatistics, listPatients } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../platform/database/embedded/postmaster.ts'
import { makeAccount } from '../testing/factories.ts'
import { testApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let metricsPort: number
beforeAll(async () => {
  metricsPort = await freePort()
  app = await testApp({ metricsToken: 'a-token-of-metrics', metricsPort })
})
afterAll(() => app.close())

describe('the server', () => {
  test('says that it serves, and what is missing until all is ready', async () => {
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
    const ready = await fetch(`${app.url}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({
      error_code: 503,
      msg: '服务尚未就绪',
      data: { database: true, files: true, worker: false, disk: true },
    })
  })

  test('tells its figures to the holder of the token, or on a port of this machine alone', async () => {
    const metrics = (headers: Record<string, string>) => fetch(`${app.url}/metrics`, { headers })
    expect((await metrics({})).status).toBe(401)
    const holder = (token: string) => metrics({ authorization: `Bearer ${token}` })
    expect((await holder('another-token')).status).toBe(401)
    const told = await holder('a-token-of-metrics')
    expect(told.headers.get('content-type')).toContain('text/plain')
    expect(await told.text()).toContain('http_request_duration_seconds_bucket')
    const own = await fetch(`http://127.0.0.1:${metricsPort}/`)
    expect(await own.text()).toContain('http_request_duration_seconds_bucket')
  })

  test('prints its contract with every call', async () => {
    const answered = await fetch(`${app.url}/openapi.json`)
    const { openapi, paths } = (await answered.json()) as {
      openapi: string
      paths: Record<string, Record<string, { responses: object; security?: unknown[] }>>
    }
    expect(openapi).toBe('3.1.0')
    const printed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(printed.sort()).toEqual(CALLS.map((call) => `${call.method} ${call.path}`).sort())
    const list = paths['/v1/patient/listByInfo']?.['post']
    expect(Object.keys(list?.responses ?? {})).toEqual(
      expect.arrayContaining(['200', '202', '405', '406', '600']),
    )
    expect(list?.security).toEqual([{ token: [] }])
  })

  test('lets a page load from itself alone and be framed by nobody', async () => {
    const { headers } = await fetch(`${app.url}/healthz`)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("img-src 'self' blob: data:;")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  test('answers what is no HTTP, and goes on', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    socket.write('no http at all\r\n\r\n')
    let heard = ''
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString()))
    await once(socket, 'close')
    expect(heard).toMatch(/^HTTP\/1\.1 400 /)
    expect(heard).toContain('"error_code":400')
    expect(heard).toContain('x-content-type-options: nosniff')
    expect(heard).toContain("content-security-policy: default-src 'none'")
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  })

  test('stops an address that calls without end, but not who is signed in there, an alarm or a file of a page', async () => {
    const busy = await testApp({ callsPerMinute: 20 })
    const people = [await makeAccount(busy, { role: '3' }), await makeAccount(busy, { role: '3' })]
    const stranger = async (token?: string) => (await busy.call(listPatients, {}, { token })).status
    const asSomebody = async (token: string, times: number) => {
      const statuses = []
      for (let n = 0; n < times; n++) statuses.push(await stranger(token))
      return statuses
    }
    let last = 401
    while (last === 401) last = await stranger()
    expect(last).toBe(429)
    const refused = await fetch(`${busy.url}${getStatistics.path}`)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(await refused.json()).toMatchObject({ error_code: 429, msg: '请求过于频繁，请稍后再试' })
    // A token that nobody here signed makes no session.
    expect(await stranger(`${people[0]?.token ?? ''}x`)).toBe(429)
    for (const { token } of people) {
      expect(await asSomebody(token, 22)).toEqual([...Array<number>(20).fill(200), 429, 429])
    }
    for (const path of ['/healthz', '/readyz', '/assets/gone-1a2b3c4d.js']) {
      expect((await fetch(`${busy.url}${path}`)).status).not.toBe(429)
    }
    await busy.close()
  })
})

const DIST = fileURLToPath(new URL('../../../web/dist/index.html', import.meta.url))

describe.runIf(existsSync(DIST))('the pages', () => {
  test('are asked for anew, what they load is kept for good', async () => {
    const page = await fetch(`${app.url}/`)
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const asset = /(?:src|href)="\.?(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? ''
    const script = await fetch(`${app.url}${asset}`)
    expect(script.status).toBe(200)
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(script.headers.get('content-encoding')).toMatch(/^(br|gzip)$/)
  })

  test('of an older build are answered as not there, and so is their folder', async () => {
    for (const path of ['/assets/gone-1a2b3c4d.js', '/assets/', '/assets/..%2findex.html']) {
      const answered = await fetch(`${app.url}${path}`)
      expect([path, answered.status]).toEqual([path, 404])
      expect(answered.headers.get('cache-control')).not.toContain('immutable')
    }
  })

  test('allow an address ten times as many of their files a minute as calls, and no more', async () => {
    const busy = await testApp({ callsPerMinute: 2 })
    const statuses = []
    for (let n = 0; n < 22; n++) {
      statuses.push((await fetch(`${busy.url}/assets/gone-1a2b3c4d.js`)).status)
    }
    expect(statuses).toEqual([...Array<number>(20).fill(404), 429, 429])
    await busy.close()
  })
})
