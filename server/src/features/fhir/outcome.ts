import type { FastifyReply, FastifyRequest } from 'fastify'
import { problemOf } from '../../http/problem.ts'

export const FHIR_JSON = 'application/fhir+json; charset=utf-8'

const CODES: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  404: 'not-found',
  406: 'not-supported',
  413: 'too-long',
  422: 'too-costly',
  429: 'throttled',
}

/** A refusal as an OperationOutcome. */
export function answerOutcome(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, detail, headers } = problemOf(error, request)
  const issue = { severity: 'error', code: CODES[status] ?? 'exception', diagnostics: detail }
  void reply
    .code(status)
    .headers(headers)
    .header('cache-control', 'no-store')
    .header('content-type', FHIR_JSON)
    .send(JSON.stringify({ resourceType: 'OperationOutcome', issue: [issue] }))
}
