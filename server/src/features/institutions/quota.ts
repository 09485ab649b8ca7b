import { ERROR, message } from '@mingmou/contract'
import { sql } from 'kysely'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'

const limitsOf = (trx: Trx, oid: string) =>
  trx
    .selectFrom('institutions')
    .select(['storage_limit_mb', 'waiting_limit'])
    .where('oid', '=', oid)
    .executeTakeFirstOrThrow()

/** Counts the bytes of new photographs, and refuses those that are over the institution's limit. */
export async function takeStorage(trx: Trx, oid: string, bytes: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('institutions')
    .set({ stored_bytes: sql`stored_bytes + ${bytes}::bigint` })
    .where('oid', '=', oid)
    .where(
      sql<boolean>`storage_limit_mb is null or stored_bytes + ${bytes}::bigint <= storage_limit_mb * 1048576::bigint`,
    )
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  const { storage_limit_mb } = await limitsOf(trx, oid)
  throw new Refusal(ERROR.limitReached, message('quota_storage', storage_limit_mb ?? 0))
}

/** The limit, where as many analyses of the institution wait as may. */
export async function fullQueueOf(trx: Trx, oid: string): Promise<number | null> {
  const { waiting_limit } = await limitsOf(trx, oid)
  if (waiting_limit === null) return null
  const { waiting } = await trx
    .selectFrom('analyses')
    .where('oid', '=', oid)
    .where('status', '=', 'queued')
    .select(sql<number>`count(*)::int`.as('waiting'))
    .executeTakeFirstOrThrow()
  return waiting >= waiting_limit ? waiting_limit : null
}

/** Refuses one more analysis that somebody asks for. */
export async function refuseWaiting(trx: Trx, oid: string): Promise<void> {
  const full = await fullQueueOf(trx, oid)
  if (full !== null) throw new Refusal(ERROR.limitReached, message('quota_waiting', full))
}
