import type { Role } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/database/page.ts'
import { hasSecondFactor } from '../credentials/second-factor.ts'
import { ACCOUNT_PIECES, contains, hasPieces } from '../../platform/database/search.ts'

export interface ListedAccount<R extends Role> {
  uid: string
  username: string
  name: string
  email: string
  phone: string
  role: R
  status: 1 | 2
  banned: boolean
  locked: boolean
  second_factor: boolean
  created_at: Date
  last_login: Date | null
}
const FIELDS = [
  'uid',
  'username',
  'name',
  'email',
  'phone',
  'role',
  'status',
  'banned',
  'locked',
  'created_at',
] as const

/**
 * A login removes sessions older than yesterday and adds its own, so the newest one always stays.
 */
const lastLogin = sql<Date | null>`(select max(sessions.created_at) from sessions
  where sessions.uid = accounts.uid)`.as('last_login')

type Searched = (typeof ACCOUNT_PIECES)[number]

/** Accounts of some roles, newest first. An empty filter finds all. */
export function findAccounts<R extends Role>(
  db: Db,
  roles: readonly R[],
  filters: Partial<Record<Searched, string | undefined>>,
  page: { page: number; size: number },
) {
  let query = db
    .selectFrom('accounts')
    .select([...FIELDS, lastLogin, hasSecondFactor.as('second_factor')])
    .where('role', 'in', roles)
    .where('deleted_at', 'is', null)
  for (const [column, part] of Object.entries(filters)) {
    if (part) query = query.where(hasPieces(ACCOUNT_PIECES, part)).where(contains(column, part))
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
