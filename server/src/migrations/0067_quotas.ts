import { sql, type Kysely } from 'kysely'

/** What an institution may keep and have waiting; NULL: as much as it likes. */
const SCHEMA = `
ALTER TABLE institutions
  ADD COLUMN storage_limit_mb integer CHECK (storage_limit_mb > 0),
  ADD COLUMN waiting_limit integer CHECK (waiting_limit > 0),
  ADD COLUMN stored_bytes bigint NOT NULL DEFAULT 0;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}
