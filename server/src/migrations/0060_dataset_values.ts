import { sql, type Kysely } from 'kysely'

/** A dataset tells what holds now of a photograph, with what clinicians corrected and drew, and beside it what the machine found. */
const SCHEMA = `
ALTER TABLE dataset_images
  ADD COLUMN machine_gradable boolean,
  ADD COLUMN machine_eye text,
  ADD COLUMN machine_facets text[] NOT NULL DEFAULT '{}',
  ADD COLUMN corrected text[] NOT NULL DEFAULT '{}',
  ADD COLUMN drawn text[] NOT NULL DEFAULT '{}';
CREATE OR REPLACE VIEW shared_images AS
  SELECT image, modality, month AS record_date, collect_device, img_type, width, height, file_key, thumb_key,
    analysed, gradable, eye, facets, left(encode(sha256(pid::text::bytea), 'hex'), 16) AS patient,
    machine_gradable, machine_eye, machine_facets, corrected, drawn
  FROM dataset_images WHERE NOT hidden;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}
