import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/**
 * Photographs of a trial account, each an archive of one image: nobody knows whether two of them are
 * of one person. They are accepted one by one and analysed as a batch.
 */
const INDEXES = `
CREATE UNIQUE INDEX trial_photographs_place ON trial_photographs (anal_id, image_index);
CREATE UNIQUE INDEX trial_photographs_same ON trial_photographs (oid, sha256);
CREATE INDEX trial_batches_list ON trial_batches (oid, created_at DESC, anal_id DESC);
`

/**
 * Rows of photographs of a trial tenant, with their archives and analyses, and batches that have
 * none left. The application's role can remove no record otherwise.
 */
const REMOVE = `
CREATE FUNCTION remove_trial_photographs(tenant uuid, wanted uuid[]) RETURNS void LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM institutions WHERE oid = tenant AND kind = 'trial') THEN
    RAISE EXCEPTION 'institution % is no trial tenant', tenant;
  END IF;
  PERFORM set_config('app.purge', tenant::text, true);
  DELETE FROM dataset_images WHERE rid = ANY(wanted);
  DELETE FROM analysis_images WHERE analysis_record_id IN
    (SELECT analysis_record_id FROM analyses WHERE rid = ANY(wanted));
  DELETE FROM analyses WHERE rid = ANY(wanted);
  DELETE FROM trial_photographs WHERE rid = ANY(wanted);
  DELETE FROM archive_images WHERE rid = ANY(wanted);
  DELETE FROM archives WHERE rid = ANY(wanted);
  DELETE FROM trial_batches WHERE NOT EXISTS
    (SELECT FROM trial_photographs WHERE trial_photographs.anal_id = trial_batches.anal_id);
  PERFORM set_config('app.purge', '', true);
END $$;
REVOKE ALL ON FUNCTION remove_trial_photographs(uuid, uuid[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION remove_trial_photographs(uuid, uuid[]) TO mingmou_app;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(db, 'trial_batches', 'anal_id uuid PRIMARY KEY')
  await patientTable(
    db,
    'trial_photographs',
    `rid uuid PRIMARY KEY REFERENCES archives,
     file_name text NOT NULL,
     sha256 text NOT NULL,
     anal_id uuid REFERENCES trial_batches,
     image_index int,
     CONSTRAINT trial_photograph_placed CHECK ((anal_id IS NULL) = (image_index IS NULL))`,
  )
  for (const part of [INDEXES, REMOVE]) await sql.raw(part).execute(db)
}
