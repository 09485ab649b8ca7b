import { sql, type Kysely } from 'kysely'

/** Each patient whom another system registers is compared with those of the same name and birthday. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `CREATE INDEX patients_alike ON patients (oid, birthday, name_form) WHERE deleted_at IS NULL;`,
    )
    .execute(db)
}
