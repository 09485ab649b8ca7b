import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

/** Whether the account of the query signs in with a second factor. */
export const hasSecondFactor = sql<boolean>`exists (select from totp_factors
  where totp_factors.uid = accounts.uid)`

/** Takes everything that an account signs in with beside its password. */
export async function dropFactors(trx: Trx, uid: string): Promise<void> {
  await trx.deleteFrom('passkeys').where('uid', '=', uid).execute()
  await trx.deleteFrom('totp_factors').where('uid', '=', uid).execute()
  await trx.deleteFrom('recovery_codes').where('uid', '=', uid).execute()
}
