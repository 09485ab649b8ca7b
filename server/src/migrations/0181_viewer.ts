import { sql, type Kysely } from 'kysely'

/** The page of a viewer of images, as the main account names it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE institutions ADD COLUMN viewer_url text`.execute(db)
}
