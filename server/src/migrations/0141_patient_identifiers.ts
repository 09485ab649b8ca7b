import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/**
 * Numbers of patients besides their card numbers. One number of a kind and an issuer is one patient's. They are hidden
 * with their patient. `other_numbers` of the patient is derived from them: searches look there, and their index has
 * its pieces beside those of the card number.
 */
const COLUMNS = `identifier_id uuid PRIMARY KEY,
  pid uuid NOT NULL REFERENCES patients,
  kind text NOT NULL CHECK (kind IN ('record', 'national', 'exam', 'other')),
  value text NOT NULL,
  -- Empty: nobody said who gave it.
  issuer text NOT NULL`

const REST = `
CREATE UNIQUE INDEX patient_identifiers_once ON patient_identifiers
  (oid, kind, upper(rtrim(value, '-')), upper(issuer)) WHERE deleted_at IS NULL;
CREATE INDEX patient_identifiers_form ON patient_identifiers (oid, upper(rtrim(value, '-')))
  WHERE deleted_at IS NULL;
CREATE INDEX patient_identifiers_pid ON patient_identifiers (pid);

ALTER TABLE patients ADD COLUMN other_numbers text;

CREATE FUNCTION keep_other_numbers() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE patients SET other_numbers = (
    SELECT string_agg(value, E'\\n' ORDER BY identifier_id) FROM patient_identifiers AS own
    WHERE own.oid = NEW.oid AND own.pid = NEW.pid AND own.deleted_at IS NULL)
  WHERE oid = NEW.oid AND pid = NEW.pid;
  RETURN NULL;
END $$;
CREATE TRIGGER other_numbers AFTER INSERT OR UPDATE ON patient_identifiers
  FOR EACH ROW EXECUTE FUNCTION keep_other_numbers();

CREATE FUNCTION hide_identifiers() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE patient_identifiers SET deleted_at = NEW.deleted_at
  WHERE oid = NEW.oid AND pid = NEW.pid AND deleted_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER identifiers_hidden AFTER UPDATE OF deleted_at ON patients
  FOR EACH ROW WHEN (OLD.deleted_at IS NULL AND NEW.deleted_at IS NOT NULL)
  EXECUTE FUNCTION hide_identifiers();

CREATE OR REPLACE FUNCTION pieces_of(patient patients) RETURNS bigint[] LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp AS $$
  SELECT pieces(patient.oid || 'name', patient.name, patient.name_initials, patient.name_form)
    || pieces(patient.oid || 'card', patient.ad_card_number, patient.other_numbers)
    || pieces(patient.oid || 'phone', patient.phone)
$$;
DROP TRIGGER keep_pieces ON patients;
CREATE TRIGGER keep_pieces
  AFTER INSERT OR UPDATE OF name, name_initials, name_form, ad_card_number, phone, other_numbers ON patients
  FOR EACH ROW EXECUTE FUNCTION keep_pieces();
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(db, 'patient_identifiers', COLUMNS)
  await sql.raw(REST).execute(db)
}
