import { sql, type Kysely } from 'kysely'

/** A patient may be known by name, sex, birthday and card number alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE patients
         ALTER COLUMN profession DROP NOT NULL,
         ALTER COLUMN phone DROP NOT NULL,
         ALTER COLUMN area_id DROP NOT NULL,
         ALTER COLUMN address DROP NOT NULL;`,
    )
    .execute(db)
}
