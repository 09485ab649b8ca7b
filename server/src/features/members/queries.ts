import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/database/page.ts'
import { contains } from '../../platform/database/search.ts'
import { livingMembers, SELECTED, type MemberRow } from './main-account.ts'

export function findMembers(
  db: Db,
  oid: string,
  filter: { name: string; email: string },
  page: { page: number; size: number },
) {
  let query = livingMembers(db, oid).where('role', '=', '4').select(SELECTED)
  if (filter.name) query = query.where(contains('name', filter.name))
  if (filter.email) query = query.where(contains('email', filter.email))
  return pageOf(db, query.$castTo<MemberRow>(), sql`created_at DESC, uid DESC`, page)
}

export async function isMember(db: Db, oid: string, uid: string): Promise<boolean> {
  const found = await livingMembers(db, oid)
    .where('role', '=', '4')
    .where('uid', '=', uid)
    .select('uid')
    .executeTakeFirst()
  return found !== undefined
}

/**
 * The limit of an institution, held until the transaction ends: additions take turns. null once it
 * is deleted.
 */
export async function lockLimit(trx: Trx, oid: string): Promise<number | null> {
  const found = await trx
    .selectFrom('institutions')
    .select('account_limit')
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return found?.account_limit ?? null
}
