import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/** Reports that nobody has signed, and institutions that ask for the password at signing. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(
    db,
    'report_drafts',
    `draft_id uuid PRIMARY KEY,
     pid uuid NOT NULL REFERENCES patients,
     rid uuid NOT NULL,
     image_index smallint NOT NULL,
     fellow_index smallint,
     opinion text NOT NULL,
     version integer NOT NULL DEFAULT 1,
     updated_by uuid NOT NULL,
     FOREIGN KEY (rid, image_index) REFERENCES archive_images,
     FOREIGN KEY (rid, fellow_index) REFERENCES archive_images`,
  )
  await sql
    .raw(
      `-- A sitting has one draft of both eyes, and one of each photograph.
       CREATE UNIQUE INDEX report_drafts_of ON report_drafts
         (rid, (CASE WHEN fellow_index IS NULL THEN image_index ELSE -1 END));
       CREATE INDEX report_drafts_pid ON report_drafts (pid);
       CREATE INDEX report_drafts_list ON report_drafts (oid, updated_at DESC, draft_id DESC);
       -- A draft is no record: it is removed once it is signed or dropped.
       GRANT DELETE ON report_drafts TO mingmou_app;
       ALTER TABLE institutions ADD COLUMN sign_password boolean NOT NULL DEFAULT false;`,
    )
    .execute(db)
}
