import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { CALLS } from '@mingmou/contract'
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
  /** A server of another version sends it: it may have any shape. */
  ofAnother?: true
  /** The line is lost before anything is answered. */
  lost?: true
}

/** What is wrong with an answer that the program, which checks its own, would never send. A test that gives no data looks at none. */
function faultOf({ method, path }: Asked, answer: Answer) {
  const { status = 200, error_code = 0, data, ofAnother } = answer
  const call = CALLS.find((call) => call.method === method && call.path === path.split('?')[0])
  if (call === undefined || data === undefined || ofAnother || error_code !== 0 || status > 201)
    return null
  const read = call.data.safeParse(data)
  return read.success ? null : `${call.path}: ${read.error.message}`
}

/**
 * A real HTTP server on loopback, as the page's own. It answers as the test says and records the
 * requests. An answer that the program could never send fails the test when the server is closed.
 */
export async function startServer(
  answer: (asked: Asked) => Answer | Promise<Answer>,
  { port: wanted = 0 }: { port?: number } = {},
) {
  const asked: Asked[] = []
  const faults = new Set<string>()
  const server = createServer((request, response) => {
    void (async () => {
      const raw = await text(request)
      const call: Asked = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: raw.startsWith('{') ? (JSON.parse(raw) as unknown) : raw,
      }
      // jsdom sends uploads from another origin, after a preflight request.
      response.setHeader('access-control-allow-origin', '*')
      if (call.method === 'OPTIONS') {
        response.end()
        return
      }
      asked.push(call)
      const given = await answer(call)
      const fault = faultOf(call, given)
      if (fault !== null) faults.add(fault)
      const { status = 200, error_code = 0, msg = '', data = {}, lost } = given
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
    close: async () => {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      if (faults.size > 0) throw new Error([...faults].join('\n'))
    },
  }
}
