import { sql, type Kysely } from 'kysely'

/**
 * What the file of a photograph says of its picture. Where it says that words stand in it, which may name a person, the
 * photograph leaves the institution and its exports only after a person looked at it. Nothing is known of earlier files.
 */
const SCHEMA = `
ALTER TABLE archive_images ADD COLUMN said jsonb;
ALTER TABLE dataset_images
  ADD COLUMN burned_in boolean NOT NULL DEFAULT false,
  -- A person saw that the words name nobody.
  ADD COLUMN released boolean NOT NULL DEFAULT false;
CREATE OR REPLACE FUNCTION keep_dataset_image() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO dataset_images (rid, image_index, oid, pid, modality, record_date, collect_device, img_type,
      width, height, file_key, thumb_key, burned_in)
    SELECT NEW.rid, NEW.image_index, NEW.oid, pid, modality, record_date, collect_device,
      (fields->>'img_type')::smallint, NEW.width, NEW.height, NEW.file_key, NEW.thumb_key,
      coalesce((NEW.said->>'burnedIn')::boolean, false)
    FROM archives WHERE archives.rid = NEW.rid;
  RETURN NULL;
END $$;
CREATE OR REPLACE VIEW shared_images AS
  SELECT image, modality, month AS record_date, collect_device, img_type, width, height, file_key, thumb_key,
    analysed, gradable, eye, facets, left(encode(sha256(pid::text::bytea), 'hex'), 16) AS patient,
    machine_gradable, machine_eye, machine_facets, corrected, drawn, eye_source
  FROM dataset_images WHERE NOT hidden AND (released OR NOT burned_in);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}
