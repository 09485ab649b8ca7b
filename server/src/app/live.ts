import type { ServerResponse } from 'node:http'
import { SOCKET_PATH, STATUS, text } from '@mingmou/contract'
import { Gauge, type Registry } from 'prom-client'
import { Server } from 'socket.io'
import type { Context } from '../context.ts'
import { authenticate, whyOver } from '../features/sessions/authenticate.ts'
import { heardBy } from '../features/tenants/tenants.ts'
import { verifyToken } from '../features/sessions/tokens.ts'
import { noteFault } from '../http/faults.ts'
import { BARE_HEADERS } from '../http/security-headers.ts'
import { languageOf } from '../http/language.ts'
import type { App } from '../http/mount.ts'
import { Denied } from '../http/refusal.ts'
import { limitHandshakes } from './handshakes.ts'
import { concerns, type LiveSocket } from './live-socket.ts'
import { isOwnPage } from './own-page.ts'
import { MissedNotices, PING } from './missed-notices.ts'

/** Connections of one session to this process: nobody has more tabs open. */
const MOST_OF_SESSION = 50

class TooManyConnections extends Error {}

/** Keeps the live connections of this process and sends each event to those it is for. */
export async function serveLive(app: App, ctx: Context, metrics: Registry): Promise<void> {
  const io: Server = new Server(app.server, {
    path: SOCKET_PATH,
    serveClient: false,
    ...PING,
    // The client sends only its greeting. Anything else it sends has no effect.
    maxHttpBufferSize: 10_000,
    allowRequest: ({ headers }, allow) => allow(null, isOwnPage(headers, ctx.config.publicUrl)),
  })
  // These answers never pass through Fastify.
  io.engine.use((_: unknown, reply: ServerResponse, next: () => void) => {
    for (const [name, value] of BARE_HEADERS) reply.setHeader(name, value)
    next()
  })
  io.engine.use(limitHandshakes(ctx))
  const present = new Set<LiveSocket>()
  new Gauge({
    name: 'live_connections',
    help: 'Live connections of this process',
    registers: [metrics],
    collect() {
      this.set(present.size)
    },
  })
  const missed = new MissedNotices(ctx.now)

  const send = (socket: LiveSocket, event: string, data: Record<string, unknown>) => {
    const { language } = socket.data
    const { title, msg } = data
    if (typeof title !== 'string' || typeof msg !== 'string') {
      socket.emit(event, data)
      return
    }
    const worded = { title: text(language, title), msg: text(language, msg) }
    socket.emit(event, { ...data, ...worded, encoded: { title, msg } })
  }
  /**
   * Sends the reason, if there is one, and closes. A socket that is not yet connected is closed
   * when it connects.
   */
  const end = (socket: LiveSocket, why: Denied | null) => {
    socket.data.ended = { why }
    if (!socket.connected) return
    if (why) send(socket, 'err', { code: why.status, title: 'live_ended_title', msg: why.message })
    socket.disconnect(true)
  }

  /** Uses the words that the next call of the session would get. */
  const endAs = async (socket: LiveSocket, code: 403 | 405 | null) => {
    if (code === null) {
      end(socket, null)
      return
    }
    const { claims } = socket.data
    const why = claims ? await whyOver(ctx, claims).catch(() => null) : null
    end(socket, why ?? new Denied(code))
  }

  const forget = (socket: LiveSocket) => {
    present.delete(socket)
    clearTimeout(socket.data.expiry)
  }

  io.use((socket: LiveSocket, next) => {
    socket.data.language = languageOf(socket.handshake.headers['accept-language'])
    socket.conn.once('close', () => forget(socket))
    arrive(socket).then(
      () => next(),
      (error: unknown) => {
        if (error instanceof Denied) {
          end(socket, error)
          next()
          return
        }
        if (!(error instanceof TooManyConnections)) noteFault(app, error, 'live connection')
        // A client reconnects by itself only after a broken line.
        socket.conn.close()
      },
    )
  })
  const arrive = async (socket: LiveSocket) => {
    const auth = socket.handshake.auth as { token?: unknown; language?: unknown }
    if (typeof auth.language === 'string') socket.data.language = languageOf(auth.language)
    const token = typeof auth.token === 'string' ? auth.token : ''
    // Added before the session is checked, so that no end of it is missed.
    const claims = await verifyToken(ctx, token)
    const others = [...present].filter(({ data }) => data.claims?.sid === claims.sid)
    if (others.length >= MOST_OF_SESSION) throw new TooManyConnections()
    socket.data.claims = claims
    present.add(socket)
    const { actor, expires } = await authenticate(ctx, token)
    socket.data.oid = await heardBy(ctx.db, actor)
    socket.data.actor = actor
    socket.data.expiry = setTimeout(
      () => end(socket, new Denied(STATUS.tokenExpired)),
      expires.getTime() - ctx.now().getTime(),
    )
    if (socket.conn.readyState !== 'open') forget(socket)
  }

  io.on('connection', (socket: LiveSocket) => {
    if (socket.data.ended) {
      end(socket, socket.data.ended.why)
      return
    }
    for (const notice of missed.since(socket)) send(socket, notice.event, notice.data)
    socket.on('disconnect', (reason) => missed.leave(socket, reason))
  })

  await ctx.events.subscribe({
    notice(notice) {
      if ('disconnect' in notice) {
        for (const socket of present) {
          if (socket.data.claims?.sid === notice.disconnect) void endAs(socket, notice.code)
        }
        return
      }
      missed.keep(notice)
      for (const socket of present) {
        if (concerns(notice.room, socket)) send(socket, notice.event, notice.data)
      }
    },
    gap() {
      // It is unknown which events were missed: every client reconnects and asks again.
      for (const socket of present) socket.conn.close()
    },
  })
  app.addHook('preClose', (done) => {
    io.engine.close()
    done()
  })
}
