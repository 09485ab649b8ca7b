import { sql, type Kysely } from 'kysely'

/** Lists of administrators, and the deletion of an institution: a hold, then an end that nothing undoes. */
const SCHEMA = `
ALTER TABLE institutions
  -- The hold of a deleted institution is over: from here on nothing brings it back.
  ADD COLUMN final_at timestamptz,
  -- Its patients, images and reports are gone.
  ADD COLUMN purged_at timestamptz;
CREATE INDEX institutions_list ON institutions (created_at DESC, oid DESC)
  WHERE deleted_at IS NULL AND review_status = 1;
CREATE INDEX institutions_reviews ON institutions (coalesce(review_time, created_at) DESC, oid DESC)
  WHERE deleted_at IS NULL AND join_type = 1;
CREATE INDEX institutions_deleted ON institutions (deleted_at DESC, oid DESC)
  WHERE deleted_at IS NOT NULL AND purged_at IS NULL;
CREATE INDEX accounts_role ON accounts (role, created_at DESC, uid DESC) WHERE deleted_at IS NULL;
-- Patients are removed with an institution: each is looked for among the analyses.
CREATE INDEX analyses_pid ON analyses (pid);
`

/** A report of a deleted institution opens for nobody. */
const REPORT_INSTITUTION = `
CREATE OR REPLACE FUNCTION report_institution(number text) RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS '
  SELECT reports.oid FROM reports JOIN institutions USING (oid)
  WHERE report_no = number AND institutions.deleted_at IS NULL';
`

/**
 * Removes every row of an institution whose hold is over from every table with patient data: all tables
 * under row-level security, those that refer to others first.
 */
const PURGE = `
CREATE FUNCTION purge_institution(wanted uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE patient_data regclass;
BEGIN
  IF NOT EXISTS (SELECT FROM institutions WHERE oid = wanted AND final_at IS NOT NULL) THEN
    RAISE EXCEPTION 'institution % is not to be removed', wanted;
  END IF;
  PERFORM set_config('app.purge', wanted::text, true);
  FOR patient_data IN
    WITH RECURSIVE referring (relid, depth) AS (
      SELECT oid, 0 FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relrowsecurity
      UNION ALL
      SELECT conrelid, depth + 1 FROM referring JOIN pg_constraint ON confrelid = relid
      WHERE contype = 'f' AND conrelid <> confrelid)
    SELECT relid::regclass FROM referring GROUP BY relid ORDER BY max(depth) DESC
  LOOP
    EXECUTE format('DELETE FROM %s WHERE oid = $1', patient_data) USING wanted;
  END LOOP;
  PERFORM set_config('app.purge', '', true);
END $$;
REVOKE ALL ON FUNCTION purge_institution(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION purge_institution(uuid) TO mingmou_app;
`

/** What the function above sees. A later table with patient data needs this policy too. */
const POLICIES = `
DO $$
DECLARE patient_data regclass;
BEGIN
  FOR patient_data IN SELECT oid::regclass FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relrowsecurity
  LOOP
    EXECUTE format(
      'CREATE POLICY purge ON %s TO mingmou_owner
         USING (oid = nullif(current_setting(''app.purge'', true), '''')::uuid)', patient_data);
  END LOOP;
END $$;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [SCHEMA, REPORT_INSTITUTION, PURGE, POLICIES]) await sql.raw(part).execute(db)
}
