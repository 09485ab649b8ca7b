import { sql, type Kysely } from 'kysely'

/** An analysis keeps the fields of the archive that it read, so that a later change of them shows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`ALTER TABLE analyses ADD COLUMN read_fields jsonb NOT NULL DEFAULT '{}';`)
    .execute(db)
}
