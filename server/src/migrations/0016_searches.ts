import { sql, type Kysely } from 'kysely'
import { wall } from './patient-table.ts'

/**
 * Searches find a part of a name, a number or an address anywhere in it. An index of pieces serves them: each run of
 * one, two or three characters, as a number that says nothing without knowing whose it is. Chinese names have two or
 * three characters, fewer than the trigrams of pg_trgm need.
 */
const PIECES = `
CREATE FUNCTION pieces(whose text, VARIADIC texts text[]) RETURNS bigint[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT hashtextextended(whose || substr(lower(one), place, long), 0)), '{}')
  FROM unnest(texts) AS one, generate_series(1, 3) AS long, generate_series(1, length(one) - long + 1) AS place
$$;

-- The pieces of what is searched for that are as long as they can be.
CREATE FUNCTION sought(whose text, part text) RETURNS bigint[]
  LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(DISTINCT hashtextextended(whose || substr(lower(part), place, least(3, length(part))), 0)), '{}')
  FROM generate_series(1, length(part) - least(3, length(part)) + 1) AS place WHERE part <> ''
$$;
`

/**
 * Row-level security lets an index serve only what cannot leak by an error, and array operators are not that. So the
 * pieces of patients stand in a table of their own, which a function searches for the institution of the transaction.
 * What it answers are candidates: the query that reads the patients looks again, behind the wall.
 */
const PATIENTS = `
CREATE TABLE patient_pieces (
  pid uuid PRIMARY KEY REFERENCES patients,
  oid uuid NOT NULL REFERENCES institutions,
  pieces bigint[] NOT NULL
);
CREATE INDEX patient_pieces_search ON patient_pieces USING gin (pieces);
GRANT SELECT, INSERT, UPDATE ON patient_pieces TO mingmou_app;

CREATE FUNCTION pieces_of(patient patients) RETURNS bigint[] LANGUAGE sql IMMUTABLE
  SET search_path = public, pg_temp AS $$
  SELECT pieces(patient.oid || 'name', patient.name) || pieces(patient.oid || 'card', patient.ad_card_number)
    || pieces(patient.oid || 'phone', patient.phone)
$$;

CREATE FUNCTION keep_pieces() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO patient_pieces VALUES (NEW.pid, NEW.oid, pieces_of(NEW))
    ON CONFLICT (pid) DO UPDATE SET pieces = EXCLUDED.pieces;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_pieces AFTER INSERT OR UPDATE OF name, ad_card_number, phone ON patients
  FOR EACH ROW EXECUTE FUNCTION keep_pieces();
`

/** Each answers `most` at the most: whoever finds as many has searched for too little. */
const FOUND = `
CREATE POLICY across ON patient_pieces FOR SELECT TO mingmou_owner USING (true);

CREATE FUNCTION patients_with(in_name text, in_card text, in_phone text, most integer) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
  SELECT pid FROM patient_pieces
  WHERE oid = nullif(current_setting('app.oid', true), '')::uuid
    AND pieces @> sought(current_setting('app.oid', true) || 'name', in_name)
    AND pieces @> sought(current_setting('app.oid', true) || 'card', in_card)
    AND pieces @> sought(current_setting('app.oid', true) || 'phone', in_phone)
  LIMIT most
$$;

CREATE FUNCTION patients_named(part text, most integer) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
  SELECT patients_with(part, '', '', most) UNION SELECT patients_with('', part, '', most)
$$;

CREATE FUNCTION reports_numbered(part text, most integer) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off AS $$
  SELECT report_id FROM reports
  WHERE oid = nullif(current_setting('app.oid', true), '')::uuid
    AND pieces(oid::text, report_no) @> sought(current_setting('app.oid', true), part)
  LIMIT most
$$;
CREATE INDEX reports_search ON reports USING gin (pieces(oid::text, report_no));

REVOKE ALL ON FUNCTION patients_with(text, text, text, integer), patients_named(text, integer),
  reports_numbered(text, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION patients_with(text, text, text, integer), patients_named(text, integer),
  reports_numbered(text, integer) TO mingmou_app;

CREATE INDEX accounts_search ON accounts USING gin (pieces('', username, name, email, phone));
CREATE INDEX institutions_search ON institutions USING gin (pieces('', name, email, phone, contact));
`

/**
 * How many rows of a list were made on each day: its total and the day on which a page begins are known without
 * reading the rows before it.
 */
const TALLIES = `
CREATE TABLE tallies (
  oid uuid NOT NULL REFERENCES institutions,
  list text NOT NULL CHECK (list IN ('patients', 'reports')),
  day date NOT NULL,
  rows integer NOT NULL,
  PRIMARY KEY (oid, list, day)
);
GRANT SELECT, INSERT, UPDATE ON tallies TO mingmou_app;

CREATE FUNCTION tally(whose uuid, which text, moment timestamptz, more bigint) RETURNS void
  LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO tallies AS before VALUES (whose, which, (moment AT TIME ZONE 'UTC')::date, more)
    ON CONFLICT (oid, list, day) DO UPDATE SET rows = before.rows + EXCLUDED.rows
$$;

CREATE FUNCTION tally_patient() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE step integer := CASE WHEN NEW.deleted_at IS NULL THEN 1 ELSE -1 END;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN RETURN NULL; END IF;
    -- The reports of a patient who is deleted are not listed.
    PERFORM tally(NEW.oid, 'reports', min(created_at), step * count(*)) FROM reports
      WHERE pid = NEW.pid GROUP BY (created_at AT TIME ZONE 'UTC')::date;
  ELSIF step < 0 THEN
    RETURN NULL;
  END IF;
  PERFORM tally(NEW.oid, 'patients', NEW.created_at, step);
  RETURN NULL;
END $$;
CREATE TRIGGER tally_patient AFTER INSERT OR UPDATE OF deleted_at ON patients
  FOR EACH ROW EXECUTE FUNCTION tally_patient();

CREATE FUNCTION tally_report() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM tally(NEW.oid, 'reports', NEW.created_at, 1);
  RETURN NULL;
END $$;
CREATE TRIGGER tally_report AFTER INSERT ON reports FOR EACH ROW EXECUTE FUNCTION tally_report();
`

/** The owner sees the patients of one institution at a time, and of one that is set. */
const FILL = `
DO $$
DECLARE each uuid;
BEGIN
  FOR each IN SELECT oid FROM institutions LOOP
    PERFORM set_config('app.purge', each::text, true);
    INSERT INTO patient_pieces SELECT pid, oid, pieces_of(patients) FROM patients;
    INSERT INTO tallies SELECT oid, 'patients', (created_at AT TIME ZONE 'UTC')::date, count(*)
      FROM patients WHERE deleted_at IS NULL GROUP BY 1, 3;
    INSERT INTO tallies SELECT reports.oid, 'reports', (reports.created_at AT TIME ZONE 'UTC')::date, count(*)
      FROM reports JOIN patients USING (pid) WHERE patients.deleted_at IS NULL GROUP BY 1, 3;
  END LOOP;
  PERFORM set_config('app.purge', '', true);
END $$;
`

/** The log is listed newest first: of an institution, of the platform, by action, by actor and by what it was about. */
const AUDIT = `
DROP INDEX audit_log_oid, audit_log_patient, audit_log_platform;
CREATE INDEX audit_log_oid ON audit_log (oid, at DESC, id DESC);
CREATE INDEX audit_log_patient ON audit_log (pid, at DESC, id DESC) WHERE pid IS NOT NULL;
CREATE INDEX audit_log_platform ON audit_log (at DESC, id DESC) WHERE oid IS NULL OR role IN ('1', '2', '5');
CREATE INDEX audit_log_action ON audit_log (action, oid, at DESC, id DESC);
CREATE INDEX audit_log_refused ON audit_log (oid, at DESC, id DESC) WHERE outcome <> 'success';
CREATE INDEX audit_log_uid ON audit_log (uid, at DESC, id DESC);
CREATE INDEX audit_log_target ON audit_log (target_id, at DESC, id DESC);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(PIECES).execute(db)
  await sql.raw(PATIENTS).execute(db)
  await sql.raw(TALLIES).execute(db)
  for (const table of ['patient_pieces', 'tallies']) await wall(db, table)
  await sql.raw(FOUND).execute(db)
  await sql.raw(FILL).execute(db)
  await sql.raw(AUDIT).execute(db)
}
