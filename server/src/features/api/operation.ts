import { fieldMessages, type Scope } from '@mingmou/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import type { App } from '../../http/mount.ts'
import { HttpProblem } from '../../http/problem.ts'
import { invalid } from '../../http/refusal.ts'
import type { ClientCaller } from '../clients/client-of.ts'
import { clientRoute } from '../clients/client-route.ts'
import { once } from './idempotency.ts'

export const API = '/api/v1'

/** A call of the interface for local systems: stated once, for the route, the tests and OpenAPI. */
export interface Operation<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'PUT'
  /** Below `API`, with parameters as `:name`. */
  path: string
  scope: Scope
  summary: string
  /** It changes something: an idempotency key is heeded. */
  writes?: true
  params: Params
  query: Query
  body: Body
  answer: Answer
  /** The media type, where the answer is a file. */
  file?: string
  /** What a test sends. Words in braces are numbers of the test's own. */
  example: { params?: Record<string, string>; query?: Record<string, string>; body?: object }
}

export const operation = <
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
>(
  given: Operation<Params, Query, Body, Answer>,
): Operation<Params, Query, Body, Answer> => given

export interface Asked<O extends Operation> {
  caller: ClientCaller
  params: z.output<O['params']>
  query: z.output<O['query']>
  body: z.output<O['body']>
  reply: FastifyReply
}

/** Serves an operation: the client's scope, then what it sent by its schemas, then the handler. */
export function serve<O extends Operation>(
  app: App,
  ctx: Context,
  of: O,
  handler: (asked: Asked<O>) => Promise<z.input<O['answer']> | FastifyReply>,
): void {
  const { method, scope, writes } = of
  const route = { method, url: `${API}${of.path}`, scope, adds: writes === true }
  clientRoute(app, ctx, route, async ({ caller, request, reply }) => {
    const body = method === 'GET' ? {} : request.body
    const answer = async () => {
      const asked = {
        caller,
        reply,
        params: parse(of.params, request.params),
        query: parse(of.query, request.query),
        body: parse(of.body, body),
      } as Asked<O>
      const given = await handler(asked)
      return of.file === undefined ? of.answer.parse(given) : given
    }
    const key = writes === true ? keyOf(request) : null
    void reply.header('cache-control', 'no-store')
    if (key === null) return answer()
    const sent = { key, text: JSON.stringify([method, request.url, body]) }
    return once(ctx, caller, sent, request, reply, answer)
  })
}

function parse(schema: z.ZodType, given: unknown): unknown {
  const result = schema.safeParse(given, { reportInput: true })
  if (result.success) return result.data
  throw invalid(fieldMessages(result.error.issues))
}

const KEY = /^[\x21-\x7e]{1,128}$/

function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY.test(key))
    throw new HttpProblem(400, 'invalid', 'idempotency_key_format')
  return key
}
