import { sql, type Kysely } from 'kysely'

/**
 * A file of a batch keeps what its DICOM data say, so that it is read anew when a patient was registered meanwhile; null
 * of files from before. Card numbers are looked up without regard to letter case and hyphens at the end.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE batch_files ADD COLUMN facts jsonb;
       CREATE INDEX patients_card_form ON patients (oid, upper(rtrim(ad_card_number, '-')));`,
    )
    .execute(db)
}
