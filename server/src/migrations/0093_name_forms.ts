import { sql, type Kysely } from 'kysely'

/**
 * A patient is found by the normal form of the name too, which the program derives from it: whatever dot, width,
 * composition and order is searched for. Its pieces are pieces of the name. Patients who were there before have none
 * until the worker fills them in.
 */
const SCHEMA = `
ALTER TABLE patients ADD COLUMN name_form text;
CREATE INDEX patients_without_form ON patients (oid) WHERE name_form IS NULL;

CREATE OR REPLACE FUNCTION pieces_of(patient patients) RETURNS bigint[] LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp AS $$
  SELECT pieces(patient.oid || 'name', patient.name, patient.name_initials, patient.name_form)
    || pieces(patient.oid || 'card', patient.ad_card_number)
    || pieces(patient.oid || 'phone', patient.phone)
$$;
DROP TRIGGER keep_pieces ON patients;
CREATE TRIGGER keep_pieces
  AFTER INSERT OR UPDATE OF name, name_initials, name_form, ad_card_number, phone ON patients
  FOR EACH ROW EXECUTE FUNCTION keep_pieces();
`

/** Patients whose names hold each of the words of a normal form, in any order. */
const FOUND = `
CREATE FUNCTION sought_all(whose text, parts text[]) RETURNS bigint[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT piece), '{}')
  FROM unnest(parts) AS part, unnest(sought(whose, part)) AS piece
$$;

CREATE FUNCTION patients_called(in_words text[], in_card text, in_phone text, most integer) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
  SELECT pid FROM patient_pieces
  WHERE oid = nullif(current_setting('app.oid', true), '')::uuid
    AND pieces @> sought_all(current_setting('app.oid', true) || 'name', in_words)
    AND pieces @> sought(current_setting('app.oid', true) || 'card', in_card)
    AND pieces @> sought(current_setting('app.oid', true) || 'phone', in_phone)
  LIMIT most
$$;
REVOKE ALL ON FUNCTION patients_called(text[], text, text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION patients_called(text[], text, text, integer) TO mingmou_app;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [SCHEMA, FOUND]) await sql.raw(part).execute(db)
}
