import { STATUS, type Scope } from '@mingmou/contract'
import type { FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import type { Context } from '../../context.ts'
import { mayCall, type Caller, type Clinician } from '../../http/actor.ts'
import { languageOf } from '../../http/language.ts'
import type { App } from '../../http/mount.ts'
import { holdPlace } from '../../http/places.ts'
import { answerProblem, HttpProblem } from '../../http/problem.ts'
import { Denied } from '../../http/refusal.ts'
import { inTurns, turnOf } from '../../http/turns.ts'
import { blindTo } from '../../platform/database/blind.ts'
import { StorageFull } from '../../platform/files/files.ts'
import { clientOf } from '../clients/client-of.ts'
import { noteMissing } from '../clients/note-missing.ts'
import { bearerOf, readClientToken } from '../clients/tokens.ts'
import { authenticate } from '../sessions/authenticate.ts'

export interface Given {
  caller: Caller<Clinician>
  /** The parts of the address. */
  at: { study?: string; series?: string; instance?: string; frame?: string; tag?: string }
  request: FastifyRequest
  reply: FastifyReply
}

/** A file is read, and at times drawn, for each instance: so much is done at a time. */
export const working = inTurns(2)
/** Answers on their way hold a file in memory, and are read as slowly as their readers like. */
const ANSWERS = { all: 48, waiting: 100, ofInstitution: 24 }
export const answering = inTurns(ANSWERS.all, ANSWERS.waiting, ANSWERS.ofInstitution)
/** A body that comes is held in memory to its end: one of an institution, and a few of all. */
const BODIES = { all: 4, waiting: 20, ofInstitution: 1 }
const storing = inTurns(BODIES.all, BODIES.waiting, BODIES.ofInstitution)

export const notThere = () => new HttpProblem(404, 'not-found', 'not_found')
/** A name of DICOM (PS3.5 9.1), as far as it matters: anything else is nothing's. */
const isUid = (text: string) => /^[\d.]{1,64}$/.test(text)

const CLINICIANS = ['3', '4'] as const
const errorHandler: NonNullable<RouteOptions['errorHandler']> = (error, request, reply) => {
  void answerProblem(error, request, reply)
}

/** A client of the institution with the scope, or a clinician of it with the session that the pages have. */
async function callerOf(
  ctx: Context,
  request: FastifyRequest,
  scope: Scope,
): Promise<Caller<Clinician>> {
  const token = bearerOf(request.headers.authorization)
  if (token === null || (await readClientToken(ctx, token)) !== null)
    return clientOf(ctx, request, scope)
  const { actor, mustChangePassword } = await authenticate(ctx, token)
  if (mustChangePassword) throw new Denied(STATUS.passwordChangeRequired)
  if (!mayCall(CLINICIANS, actor) || actor.oid === null) throw new Denied(STATUS.roleNotAllowed)
  const { ip } = request
  return {
    actor: { ...actor, oid: actor.oid },
    ip,
    language: languageOf(request.headers['accept-language']),
  }
}

/** Serves an address below `/dicomweb/<institution>`: admission before the body is read, then the handler, by turns. */
export function dicomRoute(
  app: App,
  ctx: Context,
  {
    method,
    path,
    scope,
    bodyLimit,
  }: { method: HTTPMethods; path: string; scope: Scope; bodyLimit?: number },
  handler: (given: Given) => Promise<unknown>,
): void {
  const callers = new WeakMap<FastifyRequest, Caller<Clinician>>()
  app.route({
    method,
    url: `/dicomweb/:institution${path}`,
    errorHandler,
    config: { forClients: true },
    ...(bodyLimit !== undefined && { bodyLimit }),
    preParsing: async (request, reply) => {
      const caller = await callerOf(ctx, request, scope)
      const { institution } = request.params as { institution: string }
      if (institution.toLowerCase() !== caller.actor.oid) throw new Denied(STATUS.noSuchPath)
      if (method === 'POST' && !(await ctx.hasRoom('new'))) throw new StorageFull()
      await holdPlace(method === 'POST' ? storing : answering, turnOf(caller), reply)
      callers.set(request, caller)
    },
    handler: async (request, reply) => {
      const caller = callers.get(request)
      if (caller === undefined) throw new Error('the caller was not admitted')
      const at = request.params as Given['at']
      void reply.header('cache-control', 'private, no-store')
      const given = { caller, at, request, reply }
      return noteMissing(ctx, given, () => {
        const { study, series, instance } = at
        if (![study, series, instance].every((uid) => uid === undefined || isUid(uid)))
          throw notThere()
        const { blind_to = [] } = caller.actor
        return working(() => blindTo(blind_to, () => handler(given)), turnOf(caller))
      })
    },
  })
}
