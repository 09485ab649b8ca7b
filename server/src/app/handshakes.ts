import { ServerResponse, type IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { SOCKET_PATH, STATUS, text } from '@mingmou/contract'
import type { Context } from '../context.ts'
import { languageOf } from '../http/language.ts'
import { networkOf } from '../platform/networks.ts'

const WINDOW_MS = 60_000

type Next = () => void

/**
 * Bounds how many live connections an address begins in a minute. They never pass through Fastify,
 * which bounds the calls. A thousand people of a hospital may share an address and connect again at
 * once.
 */
export function limitHandshakes({ config, log, now }: Context) {
  const { trustProxy: trusted, liveHandshakes: most } = config
  // As Fastify finds the address of a call.
  const trust = typeof trusted === 'number' ? (_: string, hop: number) => hop < trusted : trusted
  const allows = countingByAddress(most, now)
  return (request: IncomingMessage, reply: ServerResponse, next: Next) => {
    const isHandshake = !new URL(request.url ?? '', 'http://here').searchParams.has('sid')
    if (!isHandshake) {
      next()
      return
    }
    const ip = proxyAddr(request, trust)
    if (allows(networkOf(ip))) {
      next()
      return
    }
    log.warn({ route: SOCKET_PATH, status: STATUS.tooMany, ip }, 'refused')
    // The answer to an upgrade is a stand-in that only cuts the line.
    if (reply instanceof ServerResponse) {
      const language = languageOf(request.headers['accept-language'])
      const msg = text(language, 'too_many_calls')
      reply.writeHead(STATUS.tooMany, { 'content-type': 'application/json; charset=utf-8' })
      reply.end(JSON.stringify({ error_code: STATUS.tooMany, msg, data: {} }))
    } else (reply as { end: () => void }).end()
  }
}

/** A minute begins with the first time that an address comes. */
function countingByAddress(most: number, now: () => Date): (ip: string) => boolean {
  // The oldest first.
  const known = new Map<string, { count: number; until: number }>()
  return (ip) => {
    const at = now().getTime()
    for (const [old, { until }] of known) {
      if (until > at) break
      known.delete(old)
    }
    const seen = known.get(ip) ?? { count: 0, until: at + WINDOW_MS }
    seen.count++
    known.set(ip, seen)
    return seen.count <= most
  }
}
