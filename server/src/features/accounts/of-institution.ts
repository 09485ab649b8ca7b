import { STATUS } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'

/** What happens to all accounts of an institution at once. */

export interface MainAccountRow {
  uid: string
  username: string
  email: string
  language: 'zh-CN' | 'en'
}

/**
 * Holds the accounts of an institution: no login and no change of one of them happens beside what follows.
 * Always before the institution itself is held, as a change of the main account's address does it.
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

/** Ends every session, socket and remembered login. */
export async function endSessionsOfInstitution(ctx: Context, trx: Trx, oid: string): Promise<void> {
  const own = trx.selectFrom('accounts').select('uid').where('oid', '=', oid)
  await trx.deleteFrom('remembered_logins').where('uid', 'in', own).execute()
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: ctx.now(), end_reason: 'revoked' })
    .where('uid', 'in', own)
    .where('ended_at', 'is', null)
    .returning('sid')
    .execute()
  for (const { sid } of ended) await ctx.events.disconnect(trx, sid, STATUS.sessionRevoked)
}

/** The time tells these apart from accounts that were deleted before, one by one. */
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

/** The main account that was deleted at that time, and what of it others have by now. */
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

/** Brings back the sub-accounts whose name and address are free; answers how many stay deleted. */
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
