import { sql, type Kysely } from 'kysely'

/** The secret before the last one, and until when events are signed with both. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
ALTER TABLE webhooks
  ADD COLUMN earlier_secret bytea,
  ADD COLUMN overlap_until timestamptz;
`.execute(db)
}
