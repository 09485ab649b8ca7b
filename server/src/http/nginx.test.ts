import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getStsToken, login } from '@mingmou/contract'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../platform/database/embedded/postmaster.ts'
import { addAccount, makeAccount } from '../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../testing/test-app.ts'

/** `deploy/nginx.conf` before the program, as Debian's nginx reads it. */
const NGINX = '/usr/sbin/nginx'
const there = spawnSync(NGINX, ['-v']).status === 0
const EXAMPLE = new URL('../../../deploy/nginx.conf', import.meta.url)

let app: TestApp
let nginx: ChildProcess
let port: number
let plainPort: number
const folder = mkdtempSync(join(tmpdir(), 'mingmou-nginx-'))

beforeAll(async () => {
  if (!there) return
  app = await testApp()
  port = await freePort()
  plainPort = await freePort()
  const gone = await freePort()
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'],
    ...[
      '-days',
      '2',
      '-subj',
      '/CN=eyes',
      '-keyout',
      join(folder, 'key'),
      '-out',
      join(folder, 'pem'),
    ],
  ])
  const site = readFileSync(EXAMPLE, 'utf8')
    .replace('127.0.0.1:8080', new URL(app.url).host)
    // A process that is gone, as during an upgrade.
    .replace('127.0.0.1:8081', `127.0.0.1:${gone}`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replace('/etc/ssl/mingmou.pem', join(folder, 'pem'))
    .replace('/etc/ssl/private/mingmou.key', join(folder, 'key'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  writeFileSync(
    join(folder, 'conf'),
    `daemon off; pid ${folder}/pid; error_log stderr warn; events {}
     http { access_log off; ${temporary} ${site} }`,
  )
  nginx = spawn(NGINX, ['-p', folder, '-c', join(folder, 'conf')], { stdio: 'inherit' })
  await vi.waitFor(async () => expect((await ask('/healthz')).status).toBe(200), 300_000)
})
afterAll(async () => {
  if (there) {
    nginx.kill('SIGQUIT')
    await once(nginx, 'exit')
    await app.close()
  }
  rmSync(folder, { recursive: true })
})

const agent = new Agent({ rejectUnauthorized: false })

/** A call over HTTPS to the proxy. */
async function ask(
  path: string,
  body?: { type: string; bytes: Buffer },
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const sent = request({
    host: '127.0.0.1',
    port,
    path,
    agent,
    method: body ? 'POST' : 'GET',
    headers: { ...headers, ...(body && { 'content-type': body.type }) },
  })
  sent.end(body?.bytes)
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage]
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return { status: answer.statusCode ?? 0, text }
}

describe.skipIf(!there)(
  'behind the nginx of deploy/nginx.conf (needs apt-get install nginx)',
  () => {
    test('pages and calls are answered, though one of two processes is gone', async () => {
      for (let n = 0; n < 5; n++) expect((await ask('/v1/area/all')).status).toBe(200)
    })

    test('a caller counts by his own address, whatever he claims', async () => {
      const { uid, account, password, accountType } = await addAccount(app, { role: '3' })
      const bytes = Buffer.from(JSON.stringify({ account, password, accountType }))
      const claimed = { 'x-forwarded-for': '198.51.100.200' }
      const answered = await ask(login.path, { type: 'application/json', bytes }, claimed)
      expect(JSON.parse(answered.text)).toMatchObject({ error_code: 0 })
      const places = app.context.db.selectFrom('known_places').select('ip').where('uid', '=', uid)
      expect(await places.execute()).toEqual([{ ip: '127.0.0.1' }])
    })

    test('a page asked for without TLS is led to it, and no call is', async () => {
      const plain = async (path: string) => {
        const { status } = await fetch(`http://127.0.0.1:${plainPort}${path}`, {
          redirect: 'manual',
        })
        return status
      }
      expect(await plain('/')).toBe(301)
      expect(await plain('/v1/area/all')).toBe(404)
      expect(await plain('/live/')).toBe(404)
    })

    test('a photograph of 30 MiB comes through', async () => {
      const by = await makeAccount(app, { role: '4' })
      const { sts_config } = await succeed(app, getStsToken, { file_type: 'fundus' }, by)
      const form = new FormData()
      for (const [field, value] of Object.entries(sts_config.fields)) form.set(field, value)
      form.set('key', `${sts_config.key_prefix}large.jpg`)
      form.set('file', new Blob([new Uint8Array(30 * 1024 * 1024)]), 'large.jpg')
      const whole = new Response(form)
      const type = whole.headers.get('content-type') ?? ''
      const bytes = Buffer.from(await whole.arrayBuffer())
      expect((await ask(sts_config.url, { type, bytes })).status).toBe(200)
    })

    test('the live connection is a websocket', async () => {
      const by = await makeAccount(app, { role: '4' })
      const socket = io(`https://127.0.0.1:${port}`, {
        path: '/live',
        transports: ['websocket'],
        forceNew: true,
        rejectUnauthorized: false,
        auth: { token: by.token },
      })
      await new Promise<void>((resolve) => socket.once('connect', resolve))
      const heard = new Promise((resolve) => socket.once('msg', resolve))
      const { events, db } = app.context
      await events.send(db, { uid: by.uid }, 'msg', { title: 'welcome_title', msg: 'welcome' })
      expect(await heard).toMatchObject({ title: '系统消息' })
      socket.disconnect()
    })

    test('figures and readiness are not for the world', async () => {
      expect((await ask('/metrics')).status).toBe(404)
      expect((await ask('/readyz')).status).toBe(404)
    })
  },
)
