import { sql } from 'kysely'
import { hasSecondFactor } from './second-factor.ts'
import { ssoDuty } from './sso.ts'
import type { Db, Trx } from '../../platform/database/database.ts'

const accountFields = [
  'accounts.uid',
  'accounts.oid',
  'accounts.role',
  'accounts.account_type',
  'accounts.name',
  'accounts.password_hash',
  'accounts.first_login',
  'accounts.status',
  'accounts.factor_due',
  'institutions.status as institution_status',
  'institutions.review_status',
  'institutions.require_factor',
  'institutions.deleted_at as institution_deleted_at',
] as const

function accounts(db: Db | Trx) {
  return db
    .selectFrom('accounts')
    .leftJoin('institutions', 'institutions.oid', 'accounts.oid')
    .select([...accountFields, hasSecondFactor.as('second_factor'), ssoDuty.as('sso')])
    .where('accounts.deleted_at', 'is', null)
}

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/**
 * Finds by user name or e-mail, within a login type. A user name has no @, so the two never
 * collide.
 */
export function findAccountByName(db: Db | Trx, type: 1 | 2, name: string) {
  const lower = name.toLowerCase()
  const column = lower.includes('@') ? 'accounts.email' : 'accounts.username'
  return accounts(db)
    .where('accounts.account_type', '=', type)
    .where(sql`lower(${sql.ref(column)})`, '=', lower)
    .executeTakeFirst()
}

/** The account with this address, within a login type. */
export function findAccountByEmail(db: Db | Trx, type: 1 | 2, email: string) {
  return accounts(db)
    .where('accounts.account_type', '=', type)
    .where(sql`lower(accounts.email)`, '=', email.toLowerCase())
    .executeTakeFirst()
}

/**
 * Whose password an address resets: a name of the other login type counts where this one has none. Both are always
 * looked up, so that the time does not reveal which there is.
 */
export async function findAccountToReset(db: Db | Trx, type: 1 | 2, email: string) {
  const given = await findAccountByEmail(db, type, email)
  const other = await findAccountByEmail(db, type === 1 ? 2 : 1, email)
  return given ?? other
}

export function findAccount(db: Db | Trx, uid: string) {
  return accounts(db).where('accounts.uid', '=', uid).executeTakeFirst()
}

/** Logins, refreshes and password changes of one account run one after the other. */
export async function lockAccount(trx: Trx, uid: string): Promise<void> {
  await trx.selectFrom('accounts').select('uid').where('uid', '=', uid).forUpdate().execute()
}

/** A password the owner chose. */
export async function setPassword(trx: Trx, uid: string, hash: string): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ password_hash: hash, first_login: false, initial_request: null })
    .where('uid', '=', uid)
    .execute()
}
