import { sql, type Kysely } from 'kysely'

/**
 * A patient often knows the year or the month alone in which diabetes began. The column keeps the first day of it, and
 * these how much of that day is known: a year (4 characters), a month (7) or the day (10).
 */
const SCHEMA = `
ALTER TABLE dm_conditions
  ADD COLUMN onset_chars smallint NOT NULL DEFAULT 10 CHECK (onset_chars IN (4, 7, 10)),
  ADD COLUMN diagnosis_chars smallint NOT NULL DEFAULT 10 CHECK (diagnosis_chars IN (4, 7, 10));
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}
