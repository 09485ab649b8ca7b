import { sql, type Kysely } from 'kysely'

/** What only the archives of one modality say stands in one column, by the fields of its entry in the contract. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE archives
         ALTER COLUMN img_type TYPE jsonb USING jsonb_build_object('img_type', img_type);
       ALTER TABLE archives RENAME COLUMN img_type TO fields;`,
    )
    .execute(db)
}
