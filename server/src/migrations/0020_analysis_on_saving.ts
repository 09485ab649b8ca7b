import { sql, type Kysely } from 'kysely'

/** Whether a saved sitting is analysed at once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('ALTER TABLE institutions ADD COLUMN auto_analyse boolean NOT NULL DEFAULT true;')
    .execute(db)
}
