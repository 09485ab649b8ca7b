import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/** Eye examinations, and what a clinician has entered of one and not saved yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(
    db,
    'eye_exams',
    `rid uuid PRIMARY KEY,
     pid uuid NOT NULL REFERENCES patients,
     record_date date NOT NULL,
     -- As it was typed, by indicator and eye.
     entered jsonb NOT NULL,
     version integer NOT NULL DEFAULT 1,
     updated_by uuid NOT NULL`,
  )
  await patientTable(
    db,
    'exam_drafts',
    `uid uuid NOT NULL,
     -- The patient of a new examination, or the examination that is changed.
     about uuid NOT NULL,
     pid uuid NOT NULL REFERENCES patients,
     draft jsonb NOT NULL,
     PRIMARY KEY (uid, about)`,
  )
  await sql
    .raw(
      `CREATE INDEX eye_exams_pid ON eye_exams (pid, record_date DESC, created_at DESC, rid DESC)
         WHERE deleted_at IS NULL;
       CREATE INDEX exam_drafts_pid ON exam_drafts (pid);
       -- A draft is no record: it is removed once it is saved or dropped.
       GRANT DELETE ON exam_drafts TO mingmou_app;`,
    )
    .execute(db)
}
