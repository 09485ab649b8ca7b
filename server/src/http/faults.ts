import { LogController, type FastifyReply, type FastifyRequest } from 'fastify'
import { STATUS, text, type Language } from '@mingmou/contract'
import { StorageAway, StorageFull } from '../platform/files/files.ts'
import { answer } from './envelope.ts'
import { languageOf } from './language.ts'
import type { App } from './mount.ts'
import { Denied, isDeniedStatus, Refusal } from './refusal.ts'

/** Errors of the HTTP layer itself: a body that is no JSON, too large, too many calls. */
export function asDenied(error: unknown): Denied | null {
  if (error instanceof Denied) return error
  if (!(error instanceof Error) || !('statusCode' in error)) return null
  const status = error.statusCode === 415 ? STATUS.malformed : error.statusCode
  return typeof status === 'number' && isDeniedStatus(status) ? new Denied(status) : null
}

/** `disk_full` of PostgreSQL. The transaction was rolled back. */
const isDatabaseFull = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '53100'

export function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (error instanceof StorageFull || isDatabaseFull(error)) return new Refusal(501, 'storage_full')
  if (error instanceof StorageAway) return new Refusal(501, 'storage_away')
  return null
}

/** The one place where an error becomes an answer. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const language = languageOf(request.headers['accept-language'])
  const list = request.routeOptions.config.call?.messageList === true
  const message = (words: string) => (list ? [words] : words)

  const refusal = asRefusal(error)
  if (refusal !== null) {
    return answer(reply, language, {
      status: STATUS.refused,
      error_code: refusal.errorCode,
      message: message(refusal.message),
      data: { ...refusal.data, ...fieldTexts(refusal, language) },
    })
  }
  const denied = asDenied(error)
  if (denied !== null) {
    return answer(reply, language, {
      status: denied.status,
      error_code: denied.status,
      message: message(denied.message),
    })
  }
  noteRequestFault(error, request)
  return answer(reply, language, {
    status: STATUS.fault,
    error_code: STATUS.fault,
    message: message(`fault|${request.id}`),
  })
}

/** Logs what is a fault of ours, and no line that the caller cut. */
export function noteRequestFault(error: unknown, request: FastifyRequest): void {
  if (isCut(error, request)) request.log.info('the caller went away')
  else noteFault(request.server, error, placeOf(request), request.id)
}

/**
 * Whether the error is that of a line which the caller cut before his body was read. Whether the
 * request is destroyed says nothing: every request is, once its body is read.
 */
const isCut = (error: unknown, { raw }: FastifyRequest) =>
  raw.errored !== null && error === raw.errored

/** The route, not the path, which may hold private values. */
const placeOf = ({ method, routeOptions }: FastifyRequest) =>
  `${method} ${routeOptions.url ?? 'unknown'}`

/** Logs a fault of the program and counts it. The reference is the one that the answer names. */
export function noteFault(app: App, error: unknown, place: string, reference?: string): void {
  const fault = describeFault(error)
  const code = typeof fault['code'] === 'string' ? fault['code'] : String(fault['name'])
  app.countFault(place, code)
  app.log.error({ place, code, reference, fault }, 'fault')
}

/** What Fastify logs by itself, in the words and the counting of every other fault. */
export class FaultLog extends LogController {
  constructor() {
    super({ disableRequestLogging: true })
  }

  /** An answer that broke off after its first bytes. */
  override streamError(error: Error, request: FastifyRequest, reply: FastifyReply): void {
    // The answer is closed first where the caller went away.
    if (reply.raw.destroyed) request.log.info('the caller went away')
    else noteFault(request.server, error, placeOf(request), request.id)
  }

  override serializerError(error: Error, request: FastifyRequest): void {
    noteFault(request.server, error, placeOf(request), request.id)
  }

  override writeHeadError(error: Error, request: FastifyRequest): void {
    noteFault(request.server, error, placeOf(request), request.id)
  }
}

export function fieldTexts(
  refusal: Refusal,
  language: Language,
): { fields?: Record<string, string> } {
  if (refusal.fields === null) return {}
  const texts = Object.entries(refusal.fields).map(([name, fault]) => [name, text(language, fault)])
  return { fields: Object.fromEntries(texts) as Record<string, string> }
}

/**
 * The details that the log may hold: place and kind. Messages quote values, which may be a
 * patient's.
 */
export function describeFault(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error }
  const known = error as Error & Record<'code' | 'table' | 'constraint' | 'routine', unknown>
  return {
    name: error.name,
    message: error.message.replace(/"[^"]*"|'[^']*'|`[^`]*`/g, '…').slice(0, 300),
    code: known.code,
    table: known.table,
    constraint: known.constraint,
    routine: known.routine,
    frames: error.stack?.split('\n').filter((line) => /^\s+at /.test(line)),
    cause: error.cause === undefined ? undefined : describeFault(error.cause),
  }
}
