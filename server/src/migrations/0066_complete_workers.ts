import { sql, type Kysely } from 'kysely'

/** A worker without models works on mails and clean-up alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE workers ADD COLUMN complete boolean NOT NULL DEFAULT false`.execute(db)
}
