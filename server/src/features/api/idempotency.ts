import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CLIENTS } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { answerProblem, HttpProblem, problemOf } from '../../http/problem.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { countTry } from '../sessions/throttle.ts'
import type { ClientCaller } from '../clients/client-of.ts'

/** An answer is kept so long. */
const KEPT_HOURS = 24
/** What is under way for longer was cut off, and may be done again. */
const UNDER_WAY_SECONDS = 60

/**
 * Does a write once: the same key with the same words gets the answer that the first one got. A fault of ours is not
 * kept, so that the next try does the work.
 */
export async function once(
  ctx: Context,
  { actor }: ClientCaller,
  { key, text }: { key: string; text: string },
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { oid, uid: client_id } = actor
  const sha256 = createHash('sha256').update(text).digest('hex')
  const kept = await begin(ctx, { oid, client_id, key, sha256 })
  if (!kept) await countKept(ctx, { oid, client_id, key })
  if (kept) {
    if (kept.sha256 !== sha256)
      throw new HttpProblem(422, 'idempotency-key-reused', 'idempotency_key_reused')
    if (kept.status === null)
      throw new HttpProblem(409, 'under-way', 'idempotency_under_way', { 'retry-after': '1' })
    void reply.code(kept.status).header('idempotency-replayed', 'true')
    const kind = kept.status >= 400 ? 'problem+json' : 'json'
    void reply.header('content-type', `application/${kind}; charset=utf-8`)
    return reply.send(JSON.stringify(kept.body))
  }
  const end = (status: number, body: unknown) =>
    withInstitution(ctx.db, oid, (trx) =>
      trx
        .updateTable('client_answers')
        .set({ status, body: JSON.stringify(body) })
        .where('client_id', '=', client_id)
        .where('idempotency', '=', key)
        .execute(),
    )
  try {
    const answer = await work()
    await end(200, answer)
    return answer
  } catch (error) {
    const { status, code, detail, fields, headers } = problemOf(error, request)
    if (status >= 500 || status === 429) await forget(ctx, { oid, client_id, key })
    else
      await end(status, {
        type: `urn:mingmou:problem:${code}`,
        title: code,
        status,
        detail,
        ...(fields && { fields }),
      })
    return answerProblem(new HttpProblem(status, code, detail, headers, fields), request, reply)
  }
}

/** The write is not done, rather than done without its key. */
async function countKept(ctx: Context, { oid, client_id, key }: Omit<Begun, 'sha256'>) {
  try {
    await countTry(ctx, `kept answers ${oid}`, CLIENTS.keptAnswers)
  } catch (error) {
    await forget(ctx, { oid, client_id, key })
    throw error
  }
}

interface Begun {
  oid: string
  client_id: string
  key: string
  sha256: string
}

/** Takes the key, in the name of its institution; what was kept of it where it is taken. */
const begin = (ctx: Context, { oid, client_id, key, sha256 }: Begun) =>
  withInstitution(ctx.db, oid, async (trx) => {
    const begun_at = ctx.now()
    const before = (seconds: number) => new Date(begun_at.getTime() - seconds * 1000)
    await trx
      .deleteFrom('client_answers')
      .where('oid', '=', oid)
      .where((row) =>
        row.or([
          row('begun_at', '<', before(KEPT_HOURS * 3600)),
          row.and([row('status', 'is', null), row('begun_at', '<', before(UNDER_WAY_SECONDS))]),
        ]),
      )
      .execute()
    const taken = await trx
      .insertInto('client_answers')
      .values({ client_id, oid, idempotency: key, sha256, status: null, body: null, begun_at })
      .onConflict((conflict) => conflict.doNothing())
      .returning(sql`1`.as('one'))
      .execute()
    if (taken.length > 0) return null
    return trx
      .selectFrom('client_answers')
      .selectAll()
      .where('client_id', '=', client_id)
      .where('idempotency', '=', key)
      .executeTakeFirstOrThrow()
  })

const forget = (ctx: Context, { oid, client_id, key }: Omit<Begun, 'sha256'>) =>
  withInstitution(ctx.db, oid, (trx) =>
    trx
      .deleteFrom('client_answers')
      .where('client_id', '=', client_id)
      .where('idempotency', '=', key)
      .execute(),
  )
