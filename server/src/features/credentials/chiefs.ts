import type { Trx } from '../../platform/database/database.ts'
import type { Reader } from '../../platform/mail/write.ts'

/** Administrators of the platform who can sign in. */
export function findChiefs(trx: Trx): Promise<Reader[]> {
  return trx
    .selectFrom('accounts')
    .select(['email', 'language'])
    .where('role', '=', '1')
    .where('banned', '=', false)
    .where('deleted_at', 'is', null)
    .execute()
}
