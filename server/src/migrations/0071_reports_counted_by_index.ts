import { sql, type Kysely } from 'kysely'

/** Filtered reports are counted from an index alone: whose patient is deleted needs no row of the table. */
const SCHEMA = `
DROP INDEX reports_stage, reports_class, reports_clinician, reports_referral;
CREATE INDEX reports_stage ON reports (oid, stage, created_at DESC, report_id DESC) INCLUDE (pid);
CREATE INDEX reports_class ON reports (oid, diagnosis_class, created_at DESC, report_id DESC)
  INCLUDE (pid);
CREATE INDEX reports_clinician ON reports (oid, clinician, created_at DESC, report_id DESC)
  INCLUDE (pid);
CREATE INDEX reports_referral ON reports (oid, referral, created_at DESC, report_id DESC)
  INCLUDE (pid);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}
