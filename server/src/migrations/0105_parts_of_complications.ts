import { sql, type Kysely } from 'kysely'

/**
 * Of a complication a patient often knows the year or the month alone. The columns keep the first day of its beginning
 * and the last of its end, and these how much of that day is known: a year (4 characters), a month (7) or the day (10).
 */
const SCHEMA = `
ALTER TABLE complications
  ADD COLUMN start_chars smallint NOT NULL DEFAULT 10 CHECK (start_chars IN (4, 7, 10)),
  ADD COLUMN end_chars smallint NOT NULL DEFAULT 10 CHECK (end_chars IN (4, 7, 10));
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}
