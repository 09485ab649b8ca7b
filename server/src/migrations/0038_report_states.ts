import { sql, type Kysely } from 'kysely'

/** A report is declared void by somebody, with the reason. Nobody takes that back. */
const VOID = `
ALTER TABLE reports RENAME COLUMN revoked_at TO voided_at;
ALTER TABLE reports
  ADD COLUMN voided_by uuid,
  ADD COLUMN void_reason text,
  ADD CHECK (voided_at IS NOT NULL OR (voided_by IS NULL AND void_reason IS NULL));
GRANT UPDATE (voided_by, void_reason) ON reports TO mingmou_app;

CREATE FUNCTION stays_void() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a void report stays void';
END $$;
CREATE TRIGGER stays_void BEFORE UPDATE ON reports
  FOR EACH ROW WHEN (OLD.voided_at IS NOT NULL) EXECUTE FUNCTION stays_void();
`

/** The list of reports by stage, state, kind and author, and of patients who were deleted. */
const LISTS = `
ALTER TABLE reports ADD COLUMN stage smallint GENERATED ALWAYS AS (greatest(
  (data->'outcomes'->0->>'stage')::smallint, (data->'outcomes'->1->>'stage')::smallint)) STORED;
CREATE INDEX reports_stage ON reports (oid, stage, created_at DESC, report_id DESC);
CREATE INDEX reports_class ON reports (oid, diagnosis_class, created_at DESC, report_id DESC);
CREATE INDEX reports_clinician ON reports (oid, clinician, created_at DESC, report_id DESC);
CREATE INDEX reports_void ON reports (oid, created_at DESC, report_id DESC)
  WHERE voided_at IS NOT NULL;
CREATE INDEX reports_superseding ON reports (oid, supersedes) WHERE supersedes IS NOT NULL;
CREATE INDEX patients_deleted ON patients (oid, pid) WHERE deleted_at IS NOT NULL;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(VOID).execute(db)
  await sql.raw(LISTS).execute(db)
}
