import { sql, type Kysely } from 'kysely'

/** How well the images of a running analysis can be read, told before its end. Nothing of it outlasts the analysis. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE analyses ADD COLUMN looks jsonb NOT NULL DEFAULT '[]'`.execute(db)
}
