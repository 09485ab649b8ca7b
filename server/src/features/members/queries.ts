import { sql } from 'kysely'
import { openChanges, type OpenChanges } from '../accounts/open-changes.ts'
import { hasSecondFactor } from '../credentials/second-factor.ts'
import { hasSsoLink } from '../credentials/sso.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/database/page.ts'
import { contains } from '../../platform/database/search.ts'

const living = (db: Db | Trx, oid: string) =>
  db.selectFrom('accounts').where('oid', '=', oid).where('deleted_at', 'is', null)

export interface MemberRow {
  uid: string
  oid: string
  name: string
  username: string
  email: string
  phone: string
  status: 1 | 2
  banned: boolean
  locked: boolean
  second_factor: boolean
  sso: boolean
  changes: OpenChanges
  created_at: Date
}
const FIELDS = [
  'uid',
  'oid',
  'name',
  'username',
  'email',
  'phone',
  'status',
  'banned',
  'locked',
  'created_at',
] as const

const SELECTED = [
  ...FIELDS,
  hasSecondFactor.as('second_factor'),
  hasSsoLink.as('sso'),
  openChanges.as('changes'),
] as const

export function findMembers(
  db: Db,
  oid: string,
  filter: { name: string; email: string },
  page: { page: number; size: number },
) {
  let query = living(db, oid).where('role', '=', '4').select(SELECTED)
  if (filter.name) query = query.where(contains('name', filter.name))
  if (filter.email) query = query.where(contains('email', filter.email))
  return pageOf(db, query.$castTo<MemberRow>(), sql`created_at DESC, uid DESC`, page)
}

export async function isMember(db: Db, oid: string, uid: string): Promise<boolean> {
  const found = await living(db, oid)
    .where('role', '=', '4')
    .where('uid', '=', uid)
    .select('uid')
    .executeTakeFirst()
  return found !== undefined
}

export function findMain(db: Db | Trx, oid: string) {
  return living(db, oid).where('role', '=', '3').select(SELECTED).executeTakeFirst()
}

export async function countMembers(trx: Db | Trx, oid: string): Promise<number> {
  const found = await living(trx, oid)
    .where('role', '=', '4')
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirst()
  return Number(found?.count ?? 0)
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
