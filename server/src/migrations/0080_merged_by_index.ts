import { sql, type Kysely } from 'kysely'

/** Every search of patients looks for records that were merged. They are few, and all others were read for them. */
const SCHEMA = `
CREATE INDEX patients_merged ON patients (oid) WHERE merged_into IS NOT NULL;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}
