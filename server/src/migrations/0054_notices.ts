import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/** Ended analyses that their requester (`created_by`) was told of, each until it is read or 30 days old. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(
    db,
    'notices',
    `analysis_record_id uuid PRIMARY KEY REFERENCES analyses,
     read_at timestamptz`,
  )
  await sql
    .raw(
      `CREATE INDEX notices_own ON notices (created_by, created_at DESC);
       CREATE INDEX notices_unread ON notices (created_by) WHERE read_at IS NULL;
       REVOKE UPDATE ON notices FROM mingmou_app;
       GRANT UPDATE (read_at) ON notices TO mingmou_app;
       -- A notice is no record: the analysis it names is.
       GRANT DELETE ON notices TO mingmou_app;`,
    )
    .execute(db)
}
