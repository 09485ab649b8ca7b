import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/** Notes and measurements that clinicians keep with an image. One point is a note, two are a length. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(
    db,
    'image_notes',
    `note_id uuid PRIMARY KEY,
     rid uuid NOT NULL,
     image_index smallint NOT NULL,
     -- [[x, y], ...], px of the image.
     points jsonb NOT NULL,
     text text NOT NULL,
     FOREIGN KEY (rid, image_index) REFERENCES archive_images (rid, image_index)`,
  )
  await sql
    .raw(
      `CREATE INDEX image_notes_image ON image_notes (rid, image_index, created_at)
         WHERE deleted_at IS NULL;
       -- What was noted is never rewritten; a removed note is hidden.
       REVOKE UPDATE ON image_notes FROM mingmou_app;
       GRANT UPDATE (deleted_at) ON image_notes TO mingmou_app;`,
    )
    .execute(db)
}
