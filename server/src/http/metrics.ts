import { timingSafeEqual } from 'node:crypto'
import { STATUS } from '@mingmou/contract'
import type { FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { App } from './mount.ts'
import { Denied } from './refusal.ts'

/** Prometheus text, for this machine or the holder of the token. */
export function metricsRoutes(app: App, token: string | null): Registry {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration
      .labels(request.method, route, String(reply.statusCode))
      .observe(reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request) && !holds(request, token)) {
      throw new Denied(STATUS.unauthorised)
    }
    return reply.type(register.contentType).send(await register.metrics())
  })
  return register
}

/** The request comes from this machine itself, and not from somebody else through a proxy on it. */
function isLocal(request: FastifyRequest): boolean {
  if (request.headers['x-forwarded-for'] !== undefined) return false
  const address = request.socket.remoteAddress ?? ''
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

function holds(request: FastifyRequest, token: string | null): boolean {
  const given = Buffer.from(/^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '')
  const wanted = Buffer.from(token ?? '')
  return token !== null && given.length === wanted.length && timingSafeEqual(given, wanted)
}
