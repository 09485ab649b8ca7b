import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

/**
 * Whether another account of role 1 is not banned. A lock makes the second of two callers wait for
 * the first.
 */
export async function hasOtherChief(trx: Trx, uid: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('mingmou.administrators'))`.execute(trx)
  const found = await trx
    .selectFrom('accounts')
    .select('uid')
    .where('role', '=', '1')
    .where('banned', '=', false)
    .where('deleted_at', 'is', null)
    .where('uid', '!=', uid)
    .limit(1)
    .execute()
  return found.length > 0
}
