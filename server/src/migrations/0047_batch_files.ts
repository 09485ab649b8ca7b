import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/**
 * Files that were uploaded together and are filed by eye and patient one after the other. A row holds what its file
 * says and what a person set, until the file is filed or dropped. The eye that a person stated at filing is a
 * correction that no analysis was before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(
    db,
    'batch_files',
    `upload_key text PRIMARY KEY,
     modality text NOT NULL,
     file_name text NOT NULL,
     thumb_key text NOT NULL,
     upload_sha256 text NOT NULL,
     -- What file and person say of patient, eye and day, and where they contradict.
     evidence jsonb NOT NULL,
     pid uuid REFERENCES patients,
     eye text CHECK (eye IN ('OD', 'OS')),
     record_date date`,
  )
  await sql
    .raw(
      `CREATE INDEX batch_files_own ON batch_files (oid, created_by, created_at, upload_key);
       CREATE INDEX batch_files_pid ON batch_files (pid) WHERE pid IS NOT NULL;
       -- A row is no record: it is removed once its file is filed, dropped or a day old.
       GRANT DELETE ON batch_files TO mingmou_app;
       ALTER TABLE corrections ALTER COLUMN analysis_record_id DROP NOT NULL;`,
    )
    .execute(db)
}
