import { fieldMessages, STATUS, type BodyOf, type Call } from '@mingmou/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { blindTo } from '../platform/database/blind.ts'
import type { Actor, ActorOf, Caller } from './actor.ts'
import { answer } from './envelope.ts'
import type { Gate } from './gate.ts'
import { languageOf } from './language.ts'
import { Denied, invalid } from './refusal.ts'
import { inTurns, isSignIn, isStranger, turnOf } from './turns.ts'

/** The web server, which asks its gate (`app.gate`) who may come in. */
export type App = FastifyInstance

declare module 'fastify' {
  interface FastifyInstance {
    gate: Gate
    /** The process is about to stop. */
    draining: boolean
    countFault(place: string, code: string): void
  }
  interface FastifyContextConfig {
    /** The call a route serves; none for files and the like. */
    call?: Call
    /** It is served to programs that an institution has let in, and counted by program. */
    forClients?: boolean
  }
}

export interface Request<C extends Call> {
  caller: Caller<ActorOf<C>>
  body: BodyOf<C>
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Serves a call of the contract: admission, then the body by its schema, then the handler. The
 * answer's schema drops every field that nobody declared, so it stays private.
 */
export function mount<C extends Call>(
  app: App,
  call: C,
  handler: (given: Request<C>) => Promise<z.input<C['data']>>,
): void {
  serve(app, call, async (given) =>
    answer(given.reply, given.caller.language, {
      status: STATUS.ok,
      error_code: 0,
      message: 'ok',
      data: call.data.parse(await handler(given)) as Record<string, unknown>,
    }),
  )
}

/** Serves a call whose success is a file: the handler replies by itself. */
export function mountFile<C extends Call>(
  app: App,
  call: C,
  handler: (given: Request<C>) => Promise<FastifyReply>,
): void {
  serve(app, call, handler)
}

/**
 * Calls of strangers never hold more than this many of the ten connections to the database: those that
 * visitors make without end, all others, and signing in. What takes files in has turns of its own.
 */
const [visitors, strangers] = [inTurns(2), inTurns(2)]
/** A whole hospital may sign in at once, from one address. */
const signingIn = inTurns(4, 1000)

function placeOf(call: Call, actor: Actor | null) {
  if (call.perSecond !== undefined) return visitors
  if (!isStranger(actor) || call.adds === true) return null
  return isSignIn(call) ? signingIn : strangers
}

function serve<C extends Call>(
  app: App,
  call: C,
  handler: (given: Request<C>) => Promise<FastifyReply>,
): void {
  const actors = new WeakMap<FastifyRequest, Actor>()
  app.route({
    method: call.method,
    url: call.path,
    config: {
      call,
      ...(call.perSecond !== undefined && {
        rateLimit: { max: call.perSecond, timeWindow: 1000 },
      }),
    },
    ...(call.bodyBytes !== undefined && { bodyLimit: call.bodyBytes }),
    // Runs after the limit of the address, and before a stranger's body is read.
    preParsing: async (request) => {
      const actor = await app.gate.admit(call, {
        authorization: request.headers.authorization,
        ip: request.ip,
      })
      if (actor !== null) actors.set(request, actor)
    },
    handler: async (request, reply) => {
      const body = parse(call, call.method === 'GET' ? request.query : request.body)
      // `admit` let in exactly the actors that the type of this call guarantees.
      const actor = (actors.get(request) ?? null) as ActorOf<C>
      const { ip } = request
      const language = languageOf(request.headers['accept-language'])
      try {
        const hidden = call.blind === 'own' ? [] : (actor?.blind_to ?? [])
        if (hidden.length > 0) await app.gate.refuseBlind({ call, actor, ip, body })
        const work = () =>
          blindTo(hidden, () => handler({ caller: { actor, ip, language }, body, request, reply }))
        const place = placeOf(call, actor)
        return await (place === null ? work() : place(work, turnOf({ actor, ip })))
      } catch (error) {
        await app.gate.noteRefusal(error, { call, actor, ip, body })
        throw error
      }
    },
  })
}

function parse<C extends Call>(call: C, given: unknown): BodyOf<C> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new Denied(400)
  const result = call.body.safeParse(given, { reportInput: true })
  if (!result.success) throw invalid(fieldMessages(result.error.issues))
  return result.data as BodyOf<C>
}
