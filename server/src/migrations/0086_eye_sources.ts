import { sql, type Kysely } from 'kysely'

/** Where the eye that a picture is filed under comes from: a clinician or the file that says it, or else the machine. */
const SCHEMA = `
ALTER TABLE corrections ADD COLUMN source text NOT NULL DEFAULT 'clinician'
  CHECK (source IN ('file', 'clinician'));
ALTER TABLE dataset_images ADD COLUMN eye_source text
  CHECK (eye_source IN ('machine', 'file', 'clinician'));
CREATE OR REPLACE VIEW shared_images AS
  SELECT image, modality, month AS record_date, collect_device, img_type, width, height, file_key, thumb_key,
    analysed, gradable, eye, facets, left(encode(sha256(pid::text::bytea), 'hex'), 16) AS patient,
    machine_gradable, machine_eye, machine_facets, corrected, drawn, eye_source
  FROM dataset_images WHERE NOT hidden;
`

/**
 * Earlier eyes. One that was stated at filing is the file's where the batch still says so, or where the name of the
 * file says this eye and not the other. What a file said in another way is not known any more and stays a clinician's.
 */
const FILL = `
DO $$
DECLARE each uuid;
BEGIN
  FOR each IN SELECT oid FROM institutions LOOP
    PERFORM set_config('app.purge', each::text, true);
    UPDATE corrections SET source = 'file'
      FROM archive_images AS image
      WHERE corrections.oid = each AND name = 'eye' AND analysis_record_id IS NULL
        AND image.rid = corrections.rid AND image.image_index = corrections.image_index
        AND coalesce(
          (SELECT evidence->'eye'->>'by' <> 'hand' FROM batch_files
            WHERE batch_files.upload_key = image.upload_key AND to_jsonb(eye) = value),
          CASE value #>> '{}'
            WHEN 'OD' THEN image.file_name ~* '(^|[^a-z])(od|re|right|r)([^a-z]|$)'
              AND image.file_name !~* '(^|[^a-z])(os|le|left|l)([^a-z]|$)'
            WHEN 'OS' THEN image.file_name ~* '(^|[^a-z])(os|le|left|l)([^a-z]|$)'
              AND image.file_name !~* '(^|[^a-z])(od|re|right|r)([^a-z]|$)'
          END);
    UPDATE dataset_images SET
        eye_source = coalesce(stated.source, CASE WHEN eye IS NOT NULL THEN 'machine' END),
        corrected = CASE WHEN stated.source = 'file' THEN array_remove(corrected, 'eye') ELSE corrected END
      FROM dataset_images AS own
      LEFT JOIN LATERAL (SELECT CASE WHEN value IS NOT NULL THEN source END AS source FROM corrections
        WHERE corrections.rid = own.rid AND corrections.image_index = own.image_index AND name = 'eye'
        ORDER BY created_at DESC, correction_id DESC LIMIT 1) AS stated ON true
      WHERE dataset_images.oid = each
        AND own.rid = dataset_images.rid AND own.image_index = dataset_images.image_index;
  END LOOP;
  PERFORM set_config('app.purge', '', true);
END $$;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [SCHEMA, FILL]) await sql.raw(part).execute(db)
}
