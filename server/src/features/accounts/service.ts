import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

/** An institution whose sign-up was refused may sign up again: its old main account gives the address free. */
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
