import { sql } from 'kysely'
import { hiddenNow } from './blind.ts'
import type { Db, Trx } from './database.ts'

/** A transaction that sees the patient data of one institution only. */
export function withInstitution<T>(
  db: Db,
  oid: string,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    const hidden = hiddenNow()
    await (
      hidden.length === 0
        ? sql`select set_config('app.oid', ${oid}, true)`
        : sql`select set_config('app.oid', ${oid}, true), set_config('app.blind', ${hidden.join(',')}, true)`
    ).execute(trx)
    return work(trx)
  })
}
