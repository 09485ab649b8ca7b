import { sql, type Kysely } from 'kysely'

/** The photographs of a ZIP: it is open for as long as each of them may be seen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('ALTER TABLE dataset_exports ADD COLUMN images uuid[]').execute(db)
}
