import { sql, type Kysely } from 'kysely'

/**
 * The last day of a person is read from every table of patient data, as the erasure goes through them. A new table
 * counts by its columns: forgotten ones would shorten the legal time. `migrate` gathers them after every change.
 */
const GATHER = `
CREATE FUNCTION gather_days() RETURNS void LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  parts text;
  body text;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('gather days'));
  WITH columns AS (
    SELECT attrelid::regclass AS name, array_agg(attname::text) AS has
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = 'public'::regnamespace AND relrowsecurity AND attnum > 0 AND NOT attisdropped
      -- What is read of a person or follows from what was recorded is no day of a visit.
      AND relname NOT IN ('patients', 'notices', 'result_reads', 'registrations', 'drawn_images',
        'batch_files', 'erasures', 'erased_reports')
    GROUP BY attrelid),
  keyed AS (
    SELECT name, has, (SELECT key FROM unnest(ARRAY['pid', 'rid', 'analysis_record_id'])
      WITH ORDINALITY AS keys (key, place) WHERE key = ANY(has) ORDER BY place LIMIT 1) AS key,
      coalesce((SELECT day FROM unnest(ARRAY['record_date', 'start_date', 'day']) AS day
        WHERE day = ANY(has)), 'NULL') AS stated
    FROM columns WHERE 'created_at' = ANY(has))
  SELECT string_agg(format('UNION ALL SELECT %s::date, %s FROM %s WHERE %s IN (SELECT %s FROM %s)',
    stated,
    -- A change by a person is recorded too.
    CASE WHEN 'updated_by' = ANY(has) THEN 'greatest(created_at, updated_at)' ELSE 'created_at' END,
    name, key, key,
    CASE key WHEN 'pid' THEN 'records' WHEN 'rid' THEN 'sittings' ELSE 'analysed' END), E'\\n' ORDER BY name::text)
  INTO parts FROM keyed WHERE key IS NOT NULL;
  body := format($body$
    WITH records AS (SELECT pid, created_at FROM patients WHERE person = who),
    sittings AS (SELECT rid FROM archives WHERE pid IN (SELECT pid FROM records)),
    analysed AS (SELECT analysis_record_id FROM analyses WHERE pid IN (SELECT pid FROM records)),
    days (stated, written) AS (SELECT NULL::date, created_at FROM records %s)
    SELECT max(greatest(stated, (written AT TIME ZONE 'Asia/Shanghai')::date)) FROM days $body$, parts);
  IF EXISTS (SELECT FROM pg_proc WHERE oid = 'last_day_of(uuid)'::regprocedure AND prosrc = body) THEN
    RETURN;
  END IF;
  EXECUTE format('CREATE OR REPLACE FUNCTION last_day_of(who uuid) RETURNS date LANGUAGE sql STABLE
    SET search_path = public, pg_temp AS %L', body);
END $$;
REVOKE ALL ON FUNCTION gather_days() FROM PUBLIC;

CREATE INDEX image_notes_record ON image_notes (rid);
CREATE INDEX complications_record ON complications (pid);
CREATE INDEX eye_exams_record ON eye_exams (pid);
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(GATHER).execute(db)
}
