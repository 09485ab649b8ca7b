import type { Db, Trx } from '../../platform/database/database.ts'
import { hasSecondFactor } from '../credentials/second-factor.ts'

export type Profile = NonNullable<Awaited<ReturnType<typeof findProfile>>>

/** The fields of an account that it may see itself. */
export function findProfile(db: Db | Trx, uid: string) {
  return db
    .selectFrom('accounts')
    .leftJoin('institutions', 'institutions.oid', 'accounts.oid')
    .select([
      'accounts.uid',
      'accounts.oid',
      'accounts.role',
      'accounts.account_type',
      'accounts.username',
      'accounts.name',
      'accounts.email',
      'accounts.phone',
      'accounts.language',
      'accounts.status',
      'accounts.locked',
      'institutions.short_name',
      hasSecondFactor.as('second_factor'),
    ])
    .where('accounts.uid', '=', uid)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst()
}

interface Named {
  username: string
  name: string
  phone?: string | undefined
}

export async function updateNames(trx: Trx, uid: string, named: Named): Promise<void> {
  await trx
    .updateTable('accounts')
    .set(named)
    .where('uid', '=', uid)
    .where('deleted_at', 'is', null)
    .execute()
}

/** The address of a main account is its institution's. */
export async function updateEmail(trx: Trx, account: Profile, email: string): Promise<void> {
  await trx.updateTable('accounts').set({ email }).where('uid', '=', account.uid).execute()
  if (account.role === '3' && account.oid !== null) {
    await trx.updateTable('institutions').set({ email }).where('oid', '=', account.oid).execute()
  }
}
