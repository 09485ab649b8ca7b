import { sql, type Kysely } from 'kysely'

/** Our certificate and key for a destination that asks for one, sealed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE destinations ADD COLUMN certificate bytea`.execute(db)
}
