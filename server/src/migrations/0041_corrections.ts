import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/**
 * What clinicians stated of the values of an image. Rows are added and never changed: each names the one whose place it
 * takes, and a statement has one successor. They belong to the image, so a new analysis finds them there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(
    db,
    'corrections',
    `correction_id uuid PRIMARY KEY,
     rid uuid NOT NULL,
     image_index smallint NOT NULL,
     -- The analysis that the clinician had before them.
     analysis_record_id uuid NOT NULL REFERENCES analyses,
     name text NOT NULL,
     -- Null: what was stated is withdrawn.
     value jsonb,
     reason text NOT NULL,
     replaces uuid REFERENCES corrections,
     FOREIGN KEY (rid, image_index) REFERENCES archive_images (rid, image_index)`,
  )
  await sql
    .raw(
      `CREATE UNIQUE INDEX corrections_chain ON corrections (rid, image_index, name, replaces)
         NULLS NOT DISTINCT;
       REVOKE UPDATE ON corrections FROM mingmou_app;
       -- Rows that are there are moved: the owner reads them while the walls are down, in this transaction.
       ALTER TABLE analyses NO FORCE ROW LEVEL SECURITY;
       ALTER TABLE eye_corrections NO FORCE ROW LEVEL SECURITY;
       ALTER TABLE corrections NO FORCE ROW LEVEL SECURITY;
       INSERT INTO corrections
           (correction_id, rid, image_index, analysis_record_id, name, value, reason, oid, created_by, created_at)
         SELECT DISTINCT ON (rid, image_index, name) gen_random_uuid(), rid, image_index, analysis_record_id,
                name, value, '', was.oid, was.uid, was.at
         FROM eye_corrections AS was
         JOIN analyses USING (analysis_record_id)
         CROSS JOIN LATERAL (VALUES ('eye', to_jsonb(eye)), ('axial_length_mm', to_jsonb(axial_length_mm)))
           AS stated (name, value)
         WHERE value IS NOT NULL
         ORDER BY rid, image_index, name, was.id DESC;
       ALTER TABLE analyses FORCE ROW LEVEL SECURITY;
       ALTER TABLE corrections FORCE ROW LEVEL SECURITY;
       DROP TABLE eye_corrections;`,
    )
    .execute(db)
}
