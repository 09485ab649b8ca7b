import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/**
 * What clinicians drew over an image, in the place of a map. Rows are added and never changed: each names the one whose
 * place it takes, as corrections do. They belong to the image, so a new analysis finds them there. `drawn_images` holds
 * the findings of an analysis as a set of drawings changes them. They follow from both, so a set has one row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(
    db,
    'drawings',
    `drawing_id uuid PRIMARY KEY,
     rid uuid NOT NULL,
     image_index smallint NOT NULL,
     -- The analysis that the clinician had before them.
     analysis_record_id uuid NOT NULL REFERENCES analyses,
     layer text NOT NULL,
     -- Null: what was drawn is withdrawn.
     mask jsonb,
     replaces uuid REFERENCES drawings,
     FOREIGN KEY (rid, image_index) REFERENCES archive_images (rid, image_index)`,
  )
  await patientTable(
    db,
    'drawn_images',
    `analysis_record_id uuid NOT NULL,
     image_index smallint NOT NULL,
     -- The drawings that were measured, in the order of their ids.
     drawings uuid[] NOT NULL,
     -- Null: they could not be measured.
     findings jsonb,
     overlays jsonb NOT NULL,
     PRIMARY KEY (analysis_record_id, image_index, drawings),
     FOREIGN KEY (analysis_record_id, image_index) REFERENCES analysis_images`,
  )
  await sql
    .raw(
      `CREATE UNIQUE INDEX drawings_chain ON drawings (rid, image_index, layer, replaces)
         NULLS NOT DISTINCT;
       CREATE INDEX drawings_replaces ON drawings (replaces);
       REVOKE UPDATE ON drawings, drawn_images FROM mingmou_app;`,
    )
    .execute(db)
}
