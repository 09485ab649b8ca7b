import { sql, type Kysely } from 'kysely'

/**
 * A patient is found by the first letters of the name's pinyin too. They are pieces of the name: what is searched for
 * is looked up once. Patients who were there before have none until the worker fills them in. The day of the last
 * visit is read from the newest archive.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `ALTER TABLE patients ADD COLUMN name_initials text;
       CREATE INDEX patients_without_initials ON patients (oid) WHERE name_initials IS NULL;
       CREATE INDEX archives_visits ON archives (pid, record_date DESC) WHERE deleted_at IS NULL;

       CREATE OR REPLACE FUNCTION pieces_of(patient patients) RETURNS bigint[] LANGUAGE sql IMMUTABLE
         SET search_path = public, pg_temp AS $$
         SELECT pieces(patient.oid || 'name', patient.name, patient.name_initials)
           || pieces(patient.oid || 'card', patient.ad_card_number)
           || pieces(patient.oid || 'phone', patient.phone)
       $$;
       DROP TRIGGER keep_pieces ON patients;
       CREATE TRIGGER keep_pieces
         AFTER INSERT OR UPDATE OF name, name_initials, ad_card_number, phone ON patients
         FOR EACH ROW EXECUTE FUNCTION keep_pieces();`,
    )
    .execute(db)
}
