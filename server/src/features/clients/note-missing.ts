import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERROR } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { HttpProblem } from '../../http/problem.ts'
import { Refusal } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit } from '../audit/service.ts'

interface Given {
  caller: Caller<Clinician>
  request: FastifyRequest
  reply: FastifyReply
}

const isMissing = (error: unknown) =>
  (error instanceof HttpProblem && error.status === 404) ||
  (error instanceof Refusal && error.errorCode === ERROR.notFound)

/** Numbers and ids, which a person may look for in the log. Anything else of an address is not recorded. */
const ID = /^[\w.-]{1,64}$/

/** Records that a program asked for what is missing, or belongs to somebody else, as for the pages' calls. */
export async function noteMissing<Result>(
  ctx: Context,
  { caller, request, reply }: Given,
  work: () => Promise<Result>,
): Promise<Result> {
  const note = () => {
    const { actor, ip } = caller
    const given = Object.entries(request.params ?? {})
    const ids = given.filter(([, value]) => typeof value === 'string' && ID.test(value))
    const detail = { call: request.routeOptions.url, ...Object.fromEntries(ids) }
    const entry = { actor, ip, action: 'record.refused', outcome: 'refused', detail } as const
    return withInstitution(ctx.db, actor.oid, (trx) => audit(trx, entry))
  }
  try {
    const result = await work()
    // A refusal that was kept for its idempotency key is answered, not thrown.
    if (reply.statusCode === 404) await note()
    return result
  } catch (error) {
    if (isMissing(error)) await note()
    throw error
  }
}
