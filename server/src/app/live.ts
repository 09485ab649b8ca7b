import { SOCKET_PATH, STATUS, text } from '@mingmou/contract'
import { Gauge, type Registry } from 'prom-client'
import { Server } from 'socket.io'
import type { Context } from '../context.ts'
import { authenticate, whyOver } from '../features/sessions/authenticate.ts'
import { verifyToken } from '../features/sessions/tokens.ts'
import { describeFault } from '../http/faults.ts'
import { languageOf } from '../http/language.ts'
import type { App } from '../http/mount.ts'
import { Denied } from '../http/refusal.ts'
import { concerns, type LiveSocket } from './live-socket.ts'
import { MissedNotices, PING } from './missed-notices.ts'

/** The live connections of this process: who is there, and what of all that happens is for whom. */
export async function serveLive(app: App, ctx: Context, metrics: Registry): Promise<void> {
  const io: Server = new Server(app.server, {
    path: SOCKET_PATH,
    serveClient: false,
    ...PING,
    // The client greets and has nothing else to say; nothing it says is acted on.
    maxHttpBufferSize: 10_000,
  })
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
    const worded = ['title', 'msg'].flatMap((name) => {
      const value = data[name]
      return typeof value === 'string' ? [[name, text(language, value)]] : []
    })
    socket.emit(event, { ...data, ...Object.fromEntries(worded) })
  }
  /** Tells why, where that is to be told, and closes; one that is still arriving is closed when it is there. */
  const end = (socket: LiveSocket, why: Denied | null) => {
    socket.data.ended = { why }
    if (!socket.connected) return
    if (why) send(socket, 'err', { code: why.status, title: 'live_ended_title', msg: why.message })
    socket.disconnect(true)
  }

  /** In the words that the session's next call would be told. */
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
        app.log.error({ fault: describeFault(error) }, 'live connection')
        // A client comes again by itself after a broken line, and only then.
        socket.conn.close()
      },
    )
  })
  const arrive = async (socket: LiveSocket) => {
    const auth = socket.handshake.auth as { token?: unknown; language?: unknown }
    if (typeof auth.language === 'string') socket.data.language = languageOf(auth.language)
    const token = typeof auth.token === 'string' ? auth.token : ''
    // Present before the session is looked at: from here on no end of it goes unheard.
    socket.data.claims = await verifyToken(ctx, token)
    present.add(socket)
    const { actor, expires } = await authenticate(ctx, token)
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
      // Nobody knows what was missed: every client connects again and asks anew.
      for (const socket of present) socket.conn.close()
    },
  })
  app.addHook('preClose', (done) => {
    io.engine.close()
    done()
  })
}
