import { sql, type Kysely } from 'kysely'

/** Of eight random digits two institutions in some ten thousand would have had the same. AE titles have at most 16 characters. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE institutions ALTER COLUMN ae_title
    SET DEFAULT 'MM' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 19, 14))`.execute(
    db,
  )
}
