import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { BODY_BYTES, STATUS, text } from '@mingmou/contract'
import fastify, { type FastifyBaseLogger } from 'fastify'
import { v7 as uuid } from 'uuid'
import type { Context } from '../context.ts'
import { endConnections } from '../http/connections.ts'
import { answerError, FaultLog } from '../http/faults.ts'
import { healthRoutes } from '../http/health.ts'
import { jsonBodies } from '../http/json-body.ts'
import { metricsRoutes } from '../http/metrics.ts'
import type { App } from '../http/mount.ts'
import { openApiRoutes } from '../http/openapi-route.ts'
import { Denied } from '../http/refusal.ts'
import { BARE_HEADERS, securityHeaders } from '../http/security-headers.ts'
import { cutSlowBodies } from '../http/slow-bodies.ts'
import { webApp } from '../http/web-app.ts'
import { openGate } from './admission.ts'
import { auditMetrics } from './audit-metrics.ts'
import { backupMetrics } from './backup-metrics.ts'
import { certificateMetrics } from './certificate-metrics.ts'
import { serveLive } from './live.ts'
import { limitCalls } from './rate-limits.ts'
import { ROUTES } from './routes.ts'

/** The web server with every route, not listening yet. */
export async function buildApp(ctx: Context): Promise<App> {
  const loggerInstance: FastifyBaseLogger = ctx.log
  const { trustProxy: trusted } = ctx.config
  const app: App = fastify({
    loggerInstance,
    logController: new FaultLog(),
    bodyLimit: BODY_BYTES,
    genReqId: () => uuid(),
    trustProxy: typeof trusted === 'number' ? (_, hop) => hop < trusted : trusted,
    // A slow line may take minutes for one photograph.
    requestTimeout: 600_000,
    http: { headersTimeout: 30_000 },
    clientErrorHandler: answerNoHttp,
    // An address that cannot be decoded is not a path of this server.
    frameworkErrors: (_, request, reply) => {
      void answerError(new Denied(STATUS.noSuchPath), request, reply)
    },
    routerOptions: { maxParamLength: 400 },
  })
  app.decorate('gate', openGate(ctx))
  app.decorate('draining', false)
  app.setErrorHandler(answerError)
  logEnds(app)
  endConnections(app)
  await securityHeaders(app, ctx.config)
  await limitCalls(app, ctx.config.callsPerMinute)
  cutSlowBodies(app, ctx.config.bodyMs)
  jsonBodies(app)
  await app.register(cookie)
  await app.register(multipart)
  const metrics = metricsRoutes(app, ctx.config)
  backupMetrics(metrics, ctx)
  certificateMetrics(metrics, ctx)
  auditMetrics(metrics, ctx)
  healthRoutes(app, () => ctx.ready())
  openApiRoutes(app)
  for (const routes of ROUTES) routes(app, ctx)
  await webApp(app)
  await serveLive(app, ctx, metrics)
  return app
}

/**
 * A request that is not HTTP gets an answer in the same shape. The connection is closed after it.
 */
function answerNoHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const body = JSON.stringify({ error_code: 400, msg: text('zh-CN', 'malformed'), data: {} })
  const headers = [
    ['content-type', 'application/json; charset=utf-8'],
    ['content-length', Buffer.byteLength(body)],
    ['connection', 'close'],
    ['cache-control', 'no-store'],
    ...BARE_HEADERS,
  ].map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 400 Bad Request\r\n${headers.join('')}\r\n${body}`)
}

/** What a guard of the machine counts by address, such as fail2ban. */
const GUARDED: readonly number[] = [STATUS.unauthorised, STATUS.tooLarge, STATUS.tooMany]

/**
 * One line for each answer. It holds the route, not the path, which may hold private values, and where
 * a stranger or a flood was refused, the caller's address.
 */
function logEnds(app: App): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const ms = Math.round(reply.elapsedTime)
    const { id: reqId, method } = request
    const line = { reqId, method, route, status: reply.statusCode, ms }
    if (GUARDED.includes(reply.statusCode)) app.log.warn({ ...line, ip: request.ip }, 'refused')
    else app.log.info(line, 'answered')
    done()
  })
}
