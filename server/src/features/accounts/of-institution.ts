import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

/** Changes of all accounts of an institution at once. */

export interface MainAccountRow {
  uid: string
  username: string
  email: string
  language: 'zh-CN' | 'en'
}

/**
 * Holds the accounts of an institution, so that no login or change of one runs beside this
 * transaction. Always called before the institution itself is held: a change of the main account's
 * address takes the same order.
 */
export async function lockAccountsOf(trx: Trx, oid: string): Promise<void> {
  await trx
    .selectFrom('accounts')
    .select('uid')
    .where('oid', '=', oid)
    .orderBy('uid')
    .forUpdate()
    .execute()
}

export function findMainAccount(trx: Trx, oid: string): Promise<MainAccountRow | undefined> {
  return trx
    .selectFrom('accounts')
    .select(['uid', 'username', 'email', 'language'])
    .where('oid', '=', oid)
    .where('role', '=', '3')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** The time tells these accounts from those that were deleted one by one before. */
export async function deleteAccountsOf(trx: Trx, oid: string, at: Date): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ deleted_at: at })
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .execute()
}

const nameTaken = sql<boolean>`exists (select from accounts as other where other.account_type = 2
  and other.deleted_at is null and lower(other.username) = lower(accounts.username))`
const addressTaken = sql<boolean>`exists (select from accounts as other where other.account_type = 2
  and other.deleted_at is null and lower(other.email) = lower(accounts.email))`

const deletedWith = (trx: Trx, oid: string, at: Date) =>
  trx.selectFrom('accounts').where('oid', '=', oid).where('deleted_at', '=', at)

/**
 * The main account that was deleted at that time, and which of its name and address are taken by
 * now.
 */
export function findDeletedMain(trx: Trx, oid: string, at: Date) {
  return deletedWith(trx, oid, at)
    .where('role', '=', '3')
    .select(['uid', nameTaken.as('name_taken'), addressTaken.as('address_taken')])
    .executeTakeFirst()
}

export async function restoreMain(
  trx: Trx,
  uid: string,
  renamed: { username?: string },
): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ ...renamed, deleted_at: null })
    .where('uid', '=', uid)
    .execute()
}

/** Restores the sub-accounts whose name and address are free. Returns how many stay deleted. */
export async function restoreMembers(trx: Trx, oid: string, at: Date): Promise<number> {
  await trx
    .updateTable('accounts')
    .set({ deleted_at: null })
    .where('oid', '=', oid)
    .where('deleted_at', '=', at)
    .where('role', '=', '4')
    .where((row) => row.not(row.or([nameTaken, addressTaken])))
    .execute()
  const left = await deletedWith(trx, oid, at).where('role', '=', '4').select('uid').execute()
  return left.length
}

/**
 * An institution whose sign-up was refused may sign up again: its old main account frees the
 * address.
 */
export async function freeRefusedAddress(trx: Trx, email: string, now: Date): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ deleted_at: now })
    .where('account_type', '=', 2)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .where('oid', 'in', (row) =>
      row.selectFrom('institutions').select('oid').where('review_status', '=', 2),
    )
    .execute()
}
