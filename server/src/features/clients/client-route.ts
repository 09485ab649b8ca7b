import type { Scope } from '@mingmou/contract'
import type { FastifyReply, FastifyRequest, HTTPMethods, RouteOptions } from 'fastify'
import type { Context } from '../../context.ts'
import type { App } from '../../http/mount.ts'
import { answerProblem } from '../../http/problem.ts'
import { StorageFull } from '../../platform/files/files.ts'
import { clientOf, type ClientCaller } from './client-of.ts'
import { noteMissing } from './note-missing.ts'

interface Given {
  caller: ClientCaller
  request: FastifyRequest
  reply: FastifyReply
}

interface ClientRoute {
  method: HTTPMethods
  url: string
  /** null: any client may. */
  scope: Scope | null
  /** It adds records or files, and is refused while the storage is nearly full. */
  adds?: boolean
  bodyLimit?: number
  /** Problem details where it is left out. */
  errorHandler?: RouteOptions['errorHandler']
}

/** Serves an address to clients of institutions: admission before the body is read, then the handler. */
export function clientRoute(
  app: App,
  ctx: Context,
  { method, url, scope, adds, bodyLimit, errorHandler = answerProblem }: ClientRoute,
  handler: (given: Given) => Promise<unknown>,
): void {
  const callers = new WeakMap<FastifyRequest, ClientCaller>()
  app.route({
    method,
    url,
    errorHandler,
    config: { forClients: true },
    ...(bodyLimit !== undefined && { bodyLimit }),
    preParsing: async (request) => {
      callers.set(request, await clientOf(ctx, request, scope))
      if (adds === true && !(await ctx.hasRoom('new'))) throw new StorageFull()
    },
    handler: async (request, reply) => {
      const caller = callers.get(request)
      if (caller === undefined) throw new Error('the client was not admitted')
      const given = { caller, request, reply }
      return noteMissing(ctx, given, () => handler(given))
    },
  })
}
