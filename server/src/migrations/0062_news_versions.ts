import { sql, type Kysely } from 'kysely'

/** The version that a change of news began from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE news ADD COLUMN version integer NOT NULL DEFAULT 1').execute(db)
}
