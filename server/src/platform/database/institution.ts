import { sql } from 'kysely'
import type { Db, Trx } from './database.ts'

/** A transaction that sees the patient data of one institution only. */
export function withInstitution<T>(
  db: Db,
  oid: string,
  work: (trx: Trx) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('app.oid', ${oid}, true)`.execute(trx)
    return work(trx)
  })
}
