import { sql, type Kysely } from 'kysely'
import { wall } from './patient-table.ts'

/**
 * One narrow row for each photograph, so that a gallery is read in the order of its index. Triggers
 * keep what the archive says, the worker what was found.
 */
const TABLE = `
ALTER TABLE institutions ADD COLUMN share_images boolean NOT NULL DEFAULT false;
CREATE TABLE dataset_images (
  rid uuid NOT NULL,
  image_index integer NOT NULL,
  oid uuid NOT NULL REFERENCES institutions,
  pid uuid NOT NULL REFERENCES patients,
  -- The name of the photograph outside its institution.
  image uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  modality text NOT NULL,
  record_date date NOT NULL,
  month date GENERATED ALWAYS AS (date_trunc('month', record_date::timestamp)::date) STORED,
  collect_device text NOT NULL,
  img_type smallint,
  width integer NOT NULL,
  height integer NOT NULL,
  file_key text NOT NULL,
  thumb_key text NOT NULL,
  -- Its archive or its patient is deleted.
  hidden boolean NOT NULL DEFAULT false,
  analysed boolean NOT NULL DEFAULT false,
  gradable boolean,
  eye text,
  facets text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (rid, image_index),
  FOREIGN KEY (rid, image_index) REFERENCES archive_images (rid, image_index)
);
CREATE INDEX dataset_images_list ON dataset_images (oid, modality, record_date DESC, image DESC)
  WHERE NOT hidden;
CREATE INDEX dataset_images_shared ON dataset_images (modality, month DESC, image DESC) WHERE NOT hidden;
CREATE INDEX dataset_images_pid ON dataset_images (pid);
GRANT SELECT, INSERT, UPDATE ON dataset_images TO mingmou_app;
`

const TRIGGERS = `
CREATE FUNCTION keep_dataset_image() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO dataset_images (rid, image_index, oid, pid, modality, record_date, collect_device, img_type,
      width, height, file_key, thumb_key)
    SELECT NEW.rid, NEW.image_index, NEW.oid, pid, modality, record_date, collect_device,
      (fields->>'img_type')::smallint, NEW.width, NEW.height, NEW.file_key, NEW.thumb_key
    FROM archives WHERE archives.rid = NEW.rid;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_dataset_image AFTER INSERT ON archive_images
  FOR EACH ROW EXECUTE FUNCTION keep_dataset_image();

CREATE FUNCTION keep_dataset_archive() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE dataset_images SET pid = NEW.pid, record_date = NEW.record_date,
    collect_device = NEW.collect_device, img_type = (NEW.fields->>'img_type')::smallint,
    hidden = NEW.deleted_at IS NOT NULL
      OR EXISTS (SELECT FROM patients WHERE patients.pid = NEW.pid AND patients.deleted_at IS NOT NULL)
    WHERE rid = NEW.rid;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_dataset_archive
  AFTER UPDATE OF pid, record_date, collect_device, fields, deleted_at ON archives
  FOR EACH ROW EXECUTE FUNCTION keep_dataset_archive();

CREATE FUNCTION keep_dataset_patient() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF (NEW.deleted_at IS NULL) = (OLD.deleted_at IS NULL) THEN RETURN NULL; END IF;
  UPDATE dataset_images SET hidden = NEW.deleted_at IS NOT NULL OR archives.deleted_at IS NOT NULL
    FROM archives WHERE archives.rid = dataset_images.rid AND dataset_images.pid = NEW.pid;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_dataset_patient AFTER UPDATE OF deleted_at ON patients
  FOR EACH ROW EXECUTE FUNCTION keep_dataset_patient();
`

/** The owner of the view sees the photographs of institutions that share them, and no identity in it. */
const SHARED = `
CREATE POLICY shared ON dataset_images FOR SELECT TO mingmou_owner
  USING (oid IN (SELECT institutions.oid FROM institutions
    WHERE share_images AND kind = 'clinic' AND deleted_at IS NULL));
CREATE VIEW shared_images AS
  SELECT image, modality, month AS record_date, collect_device, img_type, width, height, file_key, thumb_key,
    analysed, gradable, eye, facets, left(encode(sha256(pid::text::bytea), 'hex'), 16) AS patient
  FROM dataset_images WHERE NOT hidden;
GRANT SELECT ON shared_images TO mingmou_app;
`

const EXPORTS = `
CREATE TABLE dataset_exports (
  export_id uuid PRIMARY KEY,
  uid uuid NOT NULL REFERENCES accounts,
  dataset text NOT NULL,
  -- The call's own body.
  asked jsonb NOT NULL,
  language text NOT NULL,
  status text NOT NULL DEFAULT 'queued' CHECK (status IN ('queued', 'running', 'done', 'failed')),
  done integer NOT NULL DEFAULT 0,
  total integer NOT NULL DEFAULT 0,
  reason text,
  file_key text,
  bytes bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE INDEX dataset_exports_uid ON dataset_exports (uid, created_at DESC);
GRANT SELECT, INSERT, UPDATE, DELETE ON dataset_exports TO mingmou_app;
`

/** Earlier photographs. What was found on them is read from their newest analysis. */
const FILL = `
DO $$
DECLARE each uuid;
BEGIN
  FOR each IN SELECT oid FROM institutions LOOP
    PERFORM set_config('app.purge', each::text, true);
    INSERT INTO dataset_images (rid, image_index, oid, pid, modality, record_date, collect_device, img_type,
        width, height, file_key, thumb_key, hidden, analysed, gradable, eye, facets)
      SELECT rid, image.image_index, image.oid, archives.pid, archives.modality, record_date, collect_device,
        (fields->>'img_type')::smallint, width, height, file_key, thumb_key,
        archives.deleted_at IS NOT NULL OR patients.deleted_at IS NOT NULL,
        newest.analysis_record_id IS NOT NULL,
        CASE WHEN newest.analysis_record_id IS NOT NULL
          THEN coalesce((found.findings->>'gradable')::boolean, false) END,
        coalesce((SELECT eye FROM eye_corrections AS stated
          WHERE stated.analysis_record_id = newest.analysis_record_id
            AND stated.image_index = image.image_index ORDER BY id DESC LIMIT 1), found.findings->>'eye'),
        array_remove(ARRAY[
          'grade_' || (found.findings->>'dr_grade'),
          CASE WHEN archives.modality = 'fundus' AND (found.findings->>'gradable')::boolean
            AND found.findings->>'dr_grade' IS NULL THEN 'not_graded' END,
          CASE WHEN (found.findings->'dr'->>'referable')::boolean THEN 'referable' END,
          CASE WHEN (found.findings->'dr'->>'macular_oedema')::boolean THEN 'oedema' END,
          CASE WHEN found.findings->'glaucoma'->>'band' IN ('suspect', 'high') THEN 'glaucoma' END,
          found.findings->>'lesion_type',
          CASE WHEN archives.modality = 'surface' AND (found.findings->>'gradable')::boolean
            AND found.findings->>'lesion_bool' IS NULL THEN 'not_judged' END,
          CASE WHEN (found.findings->'staining'->>'central')::boolean THEN 'central' END], NULL)
      FROM archive_images AS image JOIN archives USING (rid) JOIN patients ON patients.pid = archives.pid
      LEFT JOIN LATERAL (SELECT analysis_record_id FROM analyses
        WHERE analyses.rid = archives.rid AND status = 'done'
        ORDER BY created_at DESC, analysis_record_id DESC LIMIT 1) AS newest ON true
      LEFT JOIN analysis_images AS found ON found.analysis_record_id = newest.analysis_record_id
        AND found.image_index = image.image_index;
  END LOOP;
  PERFORM set_config('app.purge', '', true);
END $$;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLE).execute(db)
  await sql.raw(TRIGGERS).execute(db)
  await wall(db, 'dataset_images')
  for (const part of [SHARED, EXPORTS, FILL]) await sql.raw(part).execute(db)
}
