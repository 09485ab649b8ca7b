import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { HttpProblem } from '../../http/problem.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import type { ClientCaller } from '../clients/client-of.ts'
import { FHIR_JSON } from './outcome.ts'

/** Into the audit log: how many resources of a type were read, and of which patient where one was named. */
export const note = (
  ctx: Context,
  { actor, ip }: ClientCaller,
  type: string,
  rows: number,
  pid?: string,
) =>
  withInstitution(ctx.db, actor.oid, (trx) =>
    audit(trx, {
      actor,
      ip,
      action: 'client.read',
      detail: { type, rows },
      ...(pid !== undefined && target('patient', pid)),
    }),
  )

export function refuseOtherForms({ url, headers }: FastifyRequest, given?: URLSearchParams): void {
  const asked = given ?? new URL(url, 'http://here').searchParams
  const form = asked.get('_format') ?? headers.accept ?? ''
  if (/xml|turtle/.test(form) && !/json|\*\/\*/.test(form))
    throw new HttpProblem(406, 'not-supported', 'Only JSON is served')
}

/** With its mark: whoever has it already gets no body. */
export function send(request: FastifyRequest, reply: FastifyReply, what: object): FastifyReply {
  const body = JSON.stringify(what)
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  void reply.header('etag', etag).header('cache-control', 'private, no-cache')
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim())
  if (known.includes(etag)) return reply.code(304).send()
  return reply.header('content-type', FHIR_JSON).send(body)
}
