import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { fileURLToPath } from 'node:url'
import {
  CALLS,
  forgetRemembered,
  fundusArchive,
  listPatients,
  login,
  loginRemembered,
  logoutEverywhere,
  patientInfo,
  remembered,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeArchive, makePatient } from '../testing/clinical-factories.ts'
import { addAccount, makeAccount, type SignedIn } from '../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let by: SignedIn
beforeAll(async () => {
  app = await testApp()
  by = await makeAccount(app, { role: '3' })
})
afterAll(() => app.close())

const ask = (path: string, init: RequestInit = {}) => fetch(`${app.url}${path}`, init)

describe('a browser', () => {
  const directives = async (program: TestApp, path = '/') => {
    const policy = (await fetch(`${program.url}${path}`)).headers.get('content-security-policy')
    return new Map(
      (policy ?? '').split(';').map((directive) => {
        const [name = '', ...sources] = directive.trim().split(' ')
        return [name, sources.join(' ')]
      }),
    )
  }

  test('runs no script but ours, from no page but ours, framed by nobody', async () => {
    for (const path of ['/', '/healthz', '/v1/no/such', '/openapi.json']) {
      const policy = await directives(app, path)
      expect(policy.get('default-src')).toBe("'self'")
      expect(policy.get('script-src')).toBe("'self'")
      expect(policy.get('object-src')).toBe("'none'")
      expect(policy.get('base-uri')).toBe("'none'")
      expect(policy.get('form-action')).toBe("'self'")
      expect(policy.get('frame-ancestors')).toBe("'none'")
      expect(policy.has('script-src-elem')).toBe(false)
      expect(policy.has('script-src-attr')).toBe(false)
    }
  })

  test('is told not to guess types, not to frame, not to tell where it comes from', async () => {
    for (const path of ['/', '/healthz', '/v1/no/such']) {
      const { headers } = await ask(path)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('x-powered-by')).toBeNull()
      expect(headers.get('server')).toBeNull()
    }
  })

  test('keeps to https for a year where the pages are served by https, and only there', async () => {
    expect((await ask('/healthz')).headers.get('strict-transport-security')).toBeNull()
    const https = await testApp({ publicUrl: 'https://eyes.example.com' })
    const { headers } = await fetch(`${https.url}/healthz`)
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=31536000; includeSubDomains/)
    await https.close()
  })

  test('finds no script in the page itself, and none from elsewhere', () => {
    const source = fileURLToPath(new URL('../../../web/index.html', import.meta.url))
    const scripts = readFileSync(source, 'utf8').match(/<script[^>]*>/g) ?? []
    expect(scripts).toHaveLength(1)
    expect(scripts[0]).toMatch(/src="\/?[^:"]*"/)
  })
})

test('a stranger finds no sources, no list of files, and no echo of what he sends', async () => {
  for (const path of [
    '/.git/config',
    '/package.json',
    '/assets/',
    '/assets',
    '/server/src/main.ts',
    '/server/dist/main.js',
  ]) {
    expect([path, (await ask(path)).status]).toEqual([path, 404])
  }
  const traced = request(app.url, { method: 'TRACE', headers: { 'x-secret': 'echo' } }).end()
  const [answered] = (await once(traced, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of answered) text += String(chunk)
  expect(answered.statusCode).toBe(404)
  expect(text).not.toContain('echo')
})

describe('personal data', () => {
  test('is kept by nobody on the way: every answer of every call says so', async () => {
    for (const call of CALLS) {
      const { headers } = await app.call(call, { no_such_field: '1' }, by)
      expect([call.path, headers.get('cache-control')]).toEqual([call.path, 'no-store'])
    }
    const pid = await makePatient(app, by)
    expect((await app.call(patientInfo, { pid }, by)).headers.get('cache-control')).toBe('no-store')
  })

  test('in an image is kept by the browser that asked alone, as long as its address is good', async () => {
    const pid = await makePatient(app, by)
    await makeArchive(app, by, pid)
    const { rows } = await succeed(app, fundusArchive.list, { pid }, by)
    const image = await ask(rows[0]?.images[0]?.image_url ?? '')
    await image.arrayBuffer()
    expect(image.status).toBe(200)
    expect(image.headers.get('cache-control')).toMatch(/^private, max-age=(\d{1,3}), immutable$/)
    expect(image.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
  })
})

describe('another site', () => {
  const EVIL = { origin: 'https://evil.example.com', 'sec-fetch-site': 'cross-site' }

  test('is allowed to read nothing and to send no header: no call answers its preflight', async () => {
    for (const call of CALLS) {
      const preflight = await ask(call.path, {
        method: 'OPTIONS',
        headers: {
          ...EVIL,
          'access-control-request-method': call.method,
          'access-control-request-headers': 'authorization, content-type',
        },
      })
      await preflight.arrayBuffer()
      expect([call.path, preflight.status]).toEqual([call.path, 404])
      const allowed = [...preflight.headers.keys()].filter((name) =>
        name.startsWith('access-control'),
      )
      expect([call.path, allowed]).toEqual([call.path, []])
    }
  })

  /**
   * A form on another site can send these three types without asking, with the cookies of old
   * browsers.
   */
  const FORMS = [
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=x',
  ]

  test('gets nothing done by a form: no call reads what a form can send', async () => {
    const { account, password, accountType } = await addAccount(app, { role: '3' })
    const body = { account, password, accountType, remember: true }
    const kept = (await app.call(login, body)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
    for (const call of CALLS.filter(({ method }) => method === 'POST')) {
      for (const type of FORMS) {
        const answered = await ask(call.path, {
          method: 'POST',
          headers: { ...EVIL, 'content-type': type, cookie: kept },
          body: type.startsWith('text') ? JSON.stringify({ accountType: 2 }) : 'accountType=2',
        })
        const { error_code } = (await answered.json()) as { error_code: number }
        const wanted = call.access === 'public' ? 400 : 401
        expect([call.path, type, error_code]).toEqual([call.path, type, wanted])
      }
    }
    const asked = { headers: { cookie: kept } }
    expect(await succeed(app, remembered, { accountType: 2 }, asked)).toEqual({ account })
  })

  test('gets nothing done with a cookie: no call that needs an account takes one for it', async () => {
    const { account, password, accountType } = await addAccount(app, { role: '3' })
    const body = { account, password, accountType, remember: true }
    const signedIn = await app.call(login, body)
    const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    for (const call of CALLS.filter(({ access }) => access !== 'public')) {
      const cookies = `${cookie}; token=${signedIn.data.token}; authorization=${signedIn.data.token}`
      const { status } = await app.call(call, {}, { headers: { cookie: cookies } })
      expect([call.path, status]).toEqual([call.path, 401])
    }
    expect((await app.call(listPatients, {}, signedIn.data)).status).toBe(200)
  })

  test('does not even get the cookie sent: it is strict, and for the login paths alone', async () => {
    const { account, password, accountType } = await addAccount(app, { role: '3' })
    const { headers } = await app.call(login, { account, password, accountType, remember: true })
    const [line = ''] = headers.getSetCookie()
    expect(line).toMatch(/; HttpOnly; SameSite=Strict$/)
    expect(line).toContain('; Path=/v1/user;')
    for (const call of [loginRemembered, remembered, forgetRemembered]) {
      expect([call.path, call.method]).toEqual([call.path, 'POST'])
      expect(call.path.startsWith('/v1/user/')).toBe(true)
    }
  })
})

test.for(['security.md', 'asvs.md'])(
  'docs/%s names tests that are there, where they are',
  (name) => {
    const root = fileURLToPath(new URL('../../../', import.meta.url))
    const page = readFileSync(`${root}docs/${name}`, 'utf8')
    const named = [...page.matchAll(/`([\w/.-]+\.test\.tsx?)`:((?: "[^"]+"(?:,| and)?)+)/g)]
    expect(named.length).toBeGreaterThan(25)
    for (const [, path = '', words = ''] of named) {
      const file = /^(analysis|contract|e2e|web)\//.test(path) ? path : `server/src/${path}`
      const text = readFileSync(`${root}${file}`, 'utf8')
      for (const [, title = ''] of words.matchAll(/"([^"]+)"/g)) {
        expect([path, title, text.includes(title)]).toEqual([path, title, true])
      }
    }
  },
)

describe('no address', () => {
  test('changes anything: what is asked by GET only reads', async () => {
    const reads = CALLS.filter(({ method }) => method === 'GET').map(({ path }) => path)
    const known =
      /^\/v1\/(area\/all|news\/list|diagnostic\/getStatistics|oss\/getStsToken|\w+-analysis\/result)$/
    expect(reads.filter((path) => !known.test(path))).toEqual([])
    for (const call of CALLS.filter(({ method }) => method === 'POST')) {
      const { status } = await ask(call.path)
      expect([call.path, status]).toEqual([call.path, 404])
    }
  })

  test('holds a token that lets anybody in', async () => {
    const { status } = await ask(`/v1/oss/getStsToken?file_type=fundus&token=${by.token}`)
    expect(status).toBe(401)
    expect((await app.call(logoutEverywhere, {}, { headers: { token: by.token } })).status).toBe(
      401,
    )
  })
})
