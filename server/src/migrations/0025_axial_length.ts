import { sql, type Kysely } from 'kysely'

/** A clinician states the axial length of an eye with the eye itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE eye_corrections
         ADD COLUMN axial_length_mm double precision CHECK (axial_length_mm BETWEEN 15 AND 40);`,
    )
    .execute(db)
}
