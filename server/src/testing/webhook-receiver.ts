import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { OutwardConfig } from '../config.ts'
import { makeCertificate } from './certificate.ts'

export interface Told {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export interface WebhookReceiver {
  origin: string
  /** How the program reaches it. */
  outward: OutwardConfig
  told: Told[]
  /** How it answers; null: not at all. */
  answer: ((reply: ServerResponse) => void) | null
  close(): Promise<void>
}

export const answers =
  (status: number, headers: Record<string, string> = {}) =>
  (reply: ServerResponse): void => {
    reply.writeHead(status, headers).end('{"name":"not to be kept"}')
  }

/** A real receiver of events on loopback, over HTTPS with a certificate of its own. */
export async function webhookReceiver(): Promise<WebhookReceiver> {
  const folder = mkdtempSync(join(tmpdir(), 'mingmou-hook-'))
  const { key, pem } = makeCertificate(folder, 'receiver')
  const server = createServer({ key: readFileSync(key, 'utf8'), cert: readFileSync(pem, 'utf8') })
  server.on('request', (request, reply) => {
    void text(request).then((body) => {
      made.told.push({ path: request.url ?? '', headers: request.headers, body })
      made.answer?.(reply)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const made: WebhookReceiver = {
    origin,
    outward: { privateOrigins: [origin], caFile: pem },
    told: [],
    answer: answers(204),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true })
    },
  }
  return made
}
