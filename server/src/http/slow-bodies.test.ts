import { connect } from 'node:net'
import { once } from 'node:events'
import { getStsToken, login } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAccount } from '../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ bodyMs: 300 })
})
afterAll(() => app.close())

/** Sends a body in pieces of a size, twenty a second, and hears what is said before the line is cut. */
async function drip(path: string, type: string, body: Buffer, size: number): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n`,
  )
  let heard = ''
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()))
  socket.on('error', () => undefined)
  let at = 0
  const dripping = setInterval(() => {
    if (at < body.length) socket.write(body.subarray(at, (at += size)))
  }, 50)
  await once(socket, 'close')
  clearInterval(dripping)
  return heard
}

describe('a body that comes slowly', () => {
  test('is cut, and the reason is said', async () => {
    const heard = await drip(login.path, 'application/json', Buffer.alloc(900, ' '), 1)
    expect(heard).toMatch(/^HTTP\/1\.1 408 /)
    expect(heard).toContain('请求内容传输过慢，连接已断开')
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
  })

  test('is waited for where it is a photograph that goes on coming, and cut where it hardly does', async () => {
    const by = await makeAccount(app, { role: '4' })
    const { sts_config } = await succeed(app, getStsToken, { file_type: 'fundus' }, by)
    const form = async (name: string) => {
      const fields = new FormData()
      for (const [field, value] of Object.entries(sts_config.fields)) fields.set(field, value)
      fields.set('key', `${sts_config.key_prefix}${name}`)
      fields.set('file', new Blob([new Uint8Array(400_000)]), name)
      const whole = new Response(fields)
      const type = whole.headers.get('content-type') ?? ''
      return { type, body: Buffer.from(await whole.arrayBuffer()) }
    }
    const steady = await form('steady.jpg')
    expect(await drip(sts_config.url, steady.type, steady.body, 20_000)).toMatch(/^HTTP\/1\.1 200 /)
    const trickle = await form('trickle.jpg')
    expect(await drip(sts_config.url, trickle.type, trickle.body, 100)).toMatch(/^HTTP\/1\.1 408 /)
  })
})
