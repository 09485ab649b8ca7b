import { ERROR, STATUS, text } from '@mingmou/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { asDenied, asRefusal, fieldTexts, noteRequestFault } from './faults.ts'
import { languageOf } from './language.ts'
import { TooCostly } from '../platform/database/within-time.ts'

/** A request of a program that was not taken, in the terms of HTTP. */
export class HttpProblem extends Error {
  override name = 'HttpProblem'
  constructor(
    readonly status: number,
    /** What went wrong, as programs read it. */
    readonly code: string,
    /** An encoded message of the contract, or English words. */
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly fields?: Record<string, string>,
  ) {
    super(message)
  }
}

export interface Problem {
  status: number
  code: string
  detail: string
  fields?: Record<string, string>
  headers: Readonly<Record<string, string>>
}

/** The status of HTTP for a refusal, and the name that programs read. */
const REFUSED: Readonly<Record<number, readonly [status: number, code: string]>> = {
  [ERROR.validation]: [400, 'invalid'],
  [ERROR.notFound]: [404, 'not-found'],
  [ERROR.conflict]: [409, 'conflict'],
  [ERROR.limitReached]: [409, 'limit-reached'],
  [ERROR.tooManyTries]: [429, 'too-many-tries'],
  [ERROR.imageRefused]: [422, 'image-refused'],
  [ERROR.uploadUnfinished]: [507, 'storage'],
}

/** What is said of an error in the terms of HTTP. A fault of the program is logged and counted. */
export function problemOf(error: unknown, request: FastifyRequest): Problem {
  const language = languageOf(request.headers['accept-language'])
  if (error instanceof HttpProblem) {
    const { status, code, headers, fields } = error
    return {
      status,
      code,
      detail: text(language, error.message),
      ...(fields && { fields }),
      headers,
    }
  }
  if (error instanceof TooCostly) {
    const detail = 'This takes too long: ask for one patient, for days, or by pages'
    return { status: 422, code: 'too-costly', detail, headers: {} }
  }
  const refusal = asRefusal(error)
  if (refusal !== null) {
    const [status, code] = REFUSED[refusal.errorCode] ?? [403, 'refused']
    const detail = text(language, refusal.message)
    const wait = refusal.data['retry_after']
    const headers: Record<string, string> =
      typeof wait === 'number' ? { 'retry-after': String(wait) } : {}
    return { status, code, detail, ...fieldTexts(refusal, language), headers }
  }
  const denied = asDenied(error)
  if (denied !== null) {
    const status = denied.status > STATUS.fault ? 403 : denied.status
    return {
      status,
      code: CODES[status] ?? 'denied',
      detail: text(language, denied.message),
      headers: {},
    }
  }
  noteRequestFault(error, request)
  const detail = text(language, `fault|${request.id}`)
  return { status: STATUS.fault, code: 'fault', detail, headers: {} }
}

const CODES: Readonly<Record<number, string>> = {
  400: 'malformed',
  404: 'no-such-path',
  413: 'too-large',
  429: 'too-many-calls',
}

/** Problem details (RFC 9457). */
export function answerProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { status, code, detail, fields, headers } = problemOf(error, request)
  void reply
    .code(status)
    .headers(headers)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/problem+json; charset=utf-8')
  const problem = { type: `urn:mingmou:problem:${code}`, title: code, status, detail }
  return reply.send(
    JSON.stringify({ ...problem, instance: `urn:uuid:${request.id}`, ...(fields && { fields }) }),
  )
}
