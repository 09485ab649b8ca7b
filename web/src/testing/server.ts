import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { page } from './origin.ts'

export interface Asked {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: unknown
}
export interface Answer {
  status?: number
  error_code?: number
  msg?: string | string[]
  data?: Record<string, unknown>
  /** The line is lost before anything is answered. */
  lost?: true
}

/**
 * A real HTTP server on loopback, as the page's own. It answers as the test says and records the
 * requests.
 */
export async function startServer(
  answer: (asked: Asked) => Answer | Promise<Answer>,
  { port: wanted = 0 }: { port?: number } = {},
) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const raw = await text(request)
      const one: Asked = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: raw.startsWith('{') ? (JSON.parse(raw) as unknown) : raw,
      }
      // jsdom sends uploads from another origin, after a preflight request.
      response.setHeader('access-control-allow-origin', '*')
      if (one.method === 'OPTIONS') {
        response.end()
        return
      }
      asked.push(one)
      const { status = 200, error_code = 0, msg = '', data = {}, lost } = await answer(one)
      if (lost) {
        request.socket.destroy()
        return
      }
      response.statusCode = status
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ error_code, msg, data }))
    })()
  })
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  page.origin = `http://127.0.0.1:${port}`
  return {
    asked,
    port,
    origin: page.origin,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
