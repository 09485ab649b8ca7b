import { sql, type Kysely } from 'kysely'

/** Photographs of a trial user go with their rows: the folders are named in the same transaction, and emptied after it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`GRANT INSERT ON erased_folders TO mingmou_app`.execute(db)
}
