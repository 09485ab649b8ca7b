import rateLimit from '@fastify/rate-limit'
import { STATUS } from '@mingmou/contract'
import type { FastifyRequest } from 'fastify'
import type { App } from '../http/mount.ts'
import { Denied } from '../http/refusal.ts'
import { ASSETS_PATH } from '../http/web-app.ts'

/** A page loads dozens of them at once, and after an upgrade a whole clinic does. */
const isAsset = (request: FastifyRequest) => request.url.startsWith(ASSETS_PATH)

/**
 * Bounds the calls of a minute, which stops a program that runs wild. Each session has `most` of its
 * own, as a whole clinic may share one address. What comes without a session, or after its session
 * has used up its own, counts for its address. The files of the pages count apart, ten times as many.
 */
export async function limitCalls(app: App, most: number): Promise<void> {
  const sessions = new WeakMap<FastifyRequest, string>()
  await app.register(rateLimit, {
    max: (request) => (isAsset(request) ? 10 * most : most),
    keyGenerator: (request) => (isAsset(request) ? `${ASSETS_PATH} ${request.ip}` : request.ip),
    timeWindow: '1 minute',
    allowList: async (request) => {
      const session = await app.gate.sessionOf(request.headers.authorization)
      if (session === null) return false
      sessions.set(request, session)
      const counted = await countedBySession(request)
      return counted.isAllowed || !counted.isExceeded
    },
    errorResponseBuilder: () => new Denied(STATUS.tooMany),
  })
  const countedBySession = app.createRateLimit({
    max: most,
    timeWindow: '1 minute',
    allowList: [],
    // Set just before it is counted.
    keyGenerator: (request) => sessions.get(request) ?? '',
  })
}
