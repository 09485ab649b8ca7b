import { timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { STATUS } from '@mingmou/contract'
import type { FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import type { App } from './mount.ts'
import { Denied } from './refusal.ts'

interface Doors {
  /** Opens `/metrics` to its holder. */
  metricsToken: string | null
  /** A port of 127.0.0.1 that serves the figures and nothing else. */
  metricsPort: number | null
}

/** Figures of the whole process. They are measured once, however many servers stand in it: nothing ends them. */
const ofProcess = new Registry()
collectDefaultMetrics({ register: ofProcess })

/** Prometheus text, for the holder of the token, or on a port of this machine alone. */
export function metricsRoutes(app: App, { metricsToken, metricsPort }: Doors): Registry {
  const register = new Registry()
  const figures = () => Registry.merge([ofProcess, register]).metrics()
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  const faults = new Counter({
    name: 'mingmou_faults_total',
    help: 'Faults of the program, by place and code',
    labelNames: ['place', 'code'],
    registers: [register],
  })
  app.decorate('countFault', (place: string, code: string) => {
    faults.labels(place, code).inc()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    duration
      .labels(request.method, route, String(reply.statusCode))
      .observe(reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (!holds(request, metricsToken)) throw new Denied(STATUS.unauthorised)
    return reply.type(register.contentType).send(await figures())
  })
  if (metricsPort !== null) serveHere(app, register.contentType, figures, metricsPort)
  return register
}

function serveHere(app: App, type: string, figures: () => Promise<string>, port: number): void {
  const server = createServer((_, reply) => {
    figures().then(
      (text) => reply.setHeader('content-type', type).end(text),
      () => reply.writeHead(500).end(),
    )
  })
  app.addHook('onListen', async () => {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, '127.0.0.1', resolve)
    })
  })
  app.addHook('onClose', (_, done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
}

function holds(request: FastifyRequest, token: string | null): boolean {
  const given = Buffer.from(/^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '')
  const wanted = Buffer.from(token ?? '')
  return token !== null && given.length === wanted.length && timingSafeEqual(given, wanted)
}
