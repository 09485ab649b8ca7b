import { ACCOUNT_STATUS, type Role } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Db, Trx } from '../../context.ts'
import { contains, pageOf } from '../../platform/database/page.ts'

export interface ListedAccount<R extends Role> {
  uid: string
  username: string
  name: string
  email: string
  phone: string
  role: R
  status: 1 | 2
  created_at: Date
}
const FIELDS = [
  'uid',
  'username',
  'name',
  'email',
  'phone',
  'role',
  'status',
  'created_at',
] as const

type Searched = 'username' | 'name' | 'email' | 'phone'

/** Accounts of some roles, newest first; an empty filter finds every one. */
export function findAccounts<R extends Role>(
  db: Db,
  roles: readonly R[],
  filters: Partial<Record<Searched, string | undefined>>,
  page: { page: number; size: number },
) {
  let query = db
    .selectFrom('accounts')
    .select(FIELDS)
    .where('role', 'in', roles)
    .where('deleted_at', 'is', null)
  for (const [column, part] of Object.entries(filters)) {
    if (part) query = query.where(contains(column, part))
  }
  const order = sql`created_at DESC, uid DESC`
  return pageOf(db, query.$castTo<ListedAccount<R>>(), order, page)
}

export function findMainOf(db: Db, oid: string) {
  return db
    .selectFrom('accounts')
    .select('uid')
    .where('oid', '=', oid)
    .where('role', '=', '3')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** Whether role 1 has another account that is not banned. Of two that ask side by side the second waits for the first. */
export async function hasOtherChief(trx: Trx, uid: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('mingmou.administrators'))`.execute(trx)
  const found = await trx
    .selectFrom('accounts')
    .select('uid')
    .where('role', '=', '1')
    .where('status', '=', ACCOUNT_STATUS.active)
    .where('deleted_at', 'is', null)
    .where('uid', '!=', uid)
    .limit(1)
    .execute()
  return found.length > 0
}
