import { sql, type Kysely } from 'kysely'
import { patientTable, wall } from './patient-table.ts'

/** Studies that compare the machine with readers. Their figures are kept as they were when the study ended. */
const STUDIES = `validation_id uuid PRIMARY KEY,
  name text NOT NULL,
  source text NOT NULL CHECK (source IN ('photographs', 'reports')),
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'failed')),
  start_date date,
  end_date date,
  -- The answers are of a new analysis, of the cases of another study; that one may be gone.
  again_of uuid,
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  figures jsonb,
  -- Of its own photographs.
  stored_bytes bigint NOT NULL DEFAULT 0,
  ended_at timestamptz,
  CHECK ((source = 'reports') = (start_date IS NOT NULL AND end_date IS NOT NULL))`

/** A case: an eye of a signed report, or a photograph of study material. No day of its own: it is no visit. */
const CASES = `
CREATE TABLE validation_cases (
  validation_id uuid NOT NULL REFERENCES validations ON DELETE CASCADE,
  place integer NOT NULL,
  pid uuid REFERENCES patients,
  rid uuid REFERENCES archives,
  report_id uuid REFERENCES reports,
  analysis_record_id uuid REFERENCES analyses,
  eye text CHECK (eye IN ('OD', 'OS')),
  -- Of study material.
  file_key text,
  thumb_key text,
  file_name text,
  patient text,
  device text NOT NULL,
  reader jsonb NOT NULL,
  -- What the reader stated instead of signing the machine's.
  stated jsonb NOT NULL,
  answered boolean NOT NULL DEFAULT false,
  machine jsonb,
  oid uuid NOT NULL REFERENCES institutions,
  PRIMARY KEY (validation_id, place),
  CHECK (rid IS NULL OR file_key IS NULL)
);
CREATE INDEX validation_cases_pid ON validation_cases (pid);
CREATE INDEX validation_cases_rid ON validation_cases (rid);
CREATE INDEX validation_cases_report ON validation_cases (report_id);
CREATE INDEX validation_cases_analysis ON validation_cases (analysis_record_id);
CREATE INDEX validation_cases_oid ON validation_cases (oid);
CREATE INDEX validation_cases_waiting ON validation_cases (validation_id, place) WHERE NOT answered;
GRANT SELECT, INSERT, UPDATE, DELETE ON validation_cases TO mingmou_app;
GRANT DELETE ON validations TO mingmou_app;

-- What a study's own photographs counted is given back with it, as that of sittings.
CREATE TRIGGER storage_given_back AFTER DELETE ON validations
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION give_back_storage();
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(db, 'validations', STUDIES)
  await sql.raw(CASES).execute(db)
  await wall(db, 'validation_cases')
}
