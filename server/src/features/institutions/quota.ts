import { ERROR, message, type DataOf, type institutionStorage } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Clinician } from '../../http/actor.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'

/** Begun megabytes. */
export const megabytes = (bytes: string | number): number => Math.ceil(Number(bytes) / 1_048_576)

const limitsOf = (trx: Trx, oid: string) =>
  trx
    .selectFrom('institutions')
    .select(['storage_limit_mb', 'waiting_limit', 'stored_bytes'])
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

/**
 * What counts against the limit. A deleted patient is kept for the time that the law asks for, so it
 * counts until it is erased.
 */
export function showStorage(
  ctx: Context,
  { oid }: Clinician,
): Promise<DataOf<typeof institutionStorage>> {
  return withInstitution(ctx.db, oid, async (trx) => {
    const { storage_limit_mb, stored_bytes } = await limitsOf(trx, oid)
    const bytes = sql<string>`coalesce(sum(archives.stored_bytes), 0)`.as('bytes')
    const archives = trx.selectFrom('archives').select(bytes).where('archives.oid', '=', oid)
    // Two sums, each by an index. Those that are left are read by neither.
    const deleted = await archives
      .where('archives.deleted_at', 'is not', null)
      .executeTakeFirstOrThrow()
    const ofDeleted = await archives
      .innerJoin('patients', 'patients.pid', 'archives.pid')
      .where('archives.deleted_at', 'is', null)
      .where('patients.oid', '=', oid)
      .where('patients.deleted_at', 'is not', null)
      .executeTakeFirstOrThrow()
    return {
      stored_mb: megabytes(stored_bytes),
      deleted_mb: megabytes(Number(deleted.bytes) + Number(ofDeleted.bytes)),
      storage_limit_mb,
    }
  })
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
