import { sql, type Kysely } from 'kysely'
import { patientTable, wall } from './patient-table.ts'

/** Tables of patients that were read, looked at and written. One of an institution is worked on at a time. */
const IMPORTS = `import_id uuid PRIMARY KEY,
  file_name text NOT NULL,
  -- null once the time to take it back is over.
  file_key text,
  faults_key text,
  kept_key text,
  language text NOT NULL,
  -- Who pressed last: the log names the person for every row.
  asked_by uuid NOT NULL,
  asked_role text NOT NULL,
  asked_ip text NOT NULL,
  state text NOT NULL CHECK (state IN ('checking', 'checked', 'writing', 'written', 'stopped', 'undoing',
    'undone', 'cancelled', 'failed')),
  reason text,
  ignored jsonb NOT NULL DEFAULT '[]',
  total integer NOT NULL DEFAULT 0,
  done integer NOT NULL DEFAULT 0,
  created integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  unchanged integer NOT NULL DEFAULT 0,
  refused integer NOT NULL DEFAULT 0,
  undone integer NOT NULL DEFAULT 0,
  kept integer NOT NULL DEFAULT 0,
  -- The last row of the file that was dealt with.
  at_line integer NOT NULL DEFAULT 0,
  written_at timestamptz`

/** What became of a row. No day of its own: it is no visit. Unchanged rows have none. */
const ROWS = `
CREATE UNIQUE INDEX patient_imports_one ON patient_imports (oid)
  WHERE state IN ('checking', 'writing', 'undoing');
CREATE TABLE patient_import_rows (
  import_id uuid NOT NULL REFERENCES patient_imports ON DELETE CASCADE,
  line integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('created', 'changed', 'refused', 'undone', 'kept')),
  pid uuid REFERENCES patients,
  faults jsonb,
  before jsonb,
  after jsonb,
  oid uuid NOT NULL REFERENCES institutions,
  PRIMARY KEY (import_id, line)
);
CREATE INDEX patient_import_rows_pid ON patient_import_rows (pid);
GRANT SELECT, INSERT, UPDATE, DELETE ON patient_import_rows TO mingmou_app;
GRANT DELETE ON patient_imports TO mingmou_app;
`

/**
 * Whether anything is filed under a record besides its own fields: every table of patient data counts by its column, so
 * that one that comes later is not forgotten.
 */
const FILED = `
CREATE FUNCTION has_filed(which uuid) RETURNS boolean LANGUAGE plpgsql STABLE
  SET search_path = public, pg_temp AS $$
DECLARE
  name regclass;
  found boolean;
BEGIN
  FOR name IN SELECT attrelid::regclass FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relrowsecurity
      AND attname = 'pid' AND NOT attisdropped
      AND relname NOT IN ('patients', 'patient_identifiers', 'patient_import_rows', 'patient_pieces',
        'erasures', 'erased_reports') LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE pid = $1)', name) INTO found USING which;
    IF found THEN RETURN true; END IF;
  END LOOP;
  RETURN EXISTS (SELECT FROM patients WHERE person = which AND pid <> which);
END $$;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(db, 'patient_imports', IMPORTS)
  await sql.raw(ROWS).execute(db)
  await wall(db, 'patient_import_rows')
  await sql.raw(FILED).execute(db)
}
