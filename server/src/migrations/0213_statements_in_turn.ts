import { sql, type Kysely } from 'kysely'

/** Other systems ask for photographs of which something was stated since a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`CREATE INDEX corrections_stated ON corrections (oid, created_at);`).execute(db)
}
