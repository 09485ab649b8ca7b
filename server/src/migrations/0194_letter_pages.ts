import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/**
 * Codes that letters were printed with. Only the hash of a code is kept: whoever reads the database opens no page. A code
 * opens until its day is over, until somebody closes it, or until too many wrong answers were given.
 */
const PAGES = `page_id uuid PRIMARY KEY,
  step_id uuid NOT NULL REFERENCES next_steps,
  pid uuid NOT NULL REFERENCES patients,
  code_hash bytea NOT NULL UNIQUE,
  -- The last day, in Shanghai.
  open_until date NOT NULL,
  wrong integer NOT NULL DEFAULT 0,
  opened_at timestamptz,
  closed_at timestamptz`

const REST = `
CREATE INDEX letter_pages_step ON letter_pages (step_id, created_at DESC);
CREATE INDEX letter_pages_pid ON letter_pages (pid);

CREATE POLICY across ON letter_pages FOR SELECT TO mingmou_owner USING (true);
-- Whose letter a code is of: a patient has no account that says it.
CREATE FUNCTION letter_institution(hash bytea) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS '
  SELECT letter_pages.oid FROM letter_pages JOIN institutions USING (oid)
  WHERE code_hash = hash AND institutions.deleted_at IS NULL';
REVOKE ALL ON FUNCTION letter_institution(bytea) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION letter_institution(bytea) TO mingmou_app;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(db, 'letter_pages', PAGES)
  await sql.raw(REST).execute(db)
}
