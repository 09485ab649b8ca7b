import { sql, type Kysely } from 'kysely'
import { wall } from './patient-table.ts'

/**
 * A deleted patient is erased when the legal time is over: one person asks, another one confirms. A
 * request, and number and hash of an erased report, outlive the patient. Neither says who it was.
 */
const TABLES = `
ALTER TABLE institutions
  -- Years after the last visit; null: nobody is erased.
  ADD COLUMN erasure_years smallint CONSTRAINT erasure_after_legal_time
    CHECK (erasure_years BETWEEN 15 AND 100);

CREATE TABLE erasures (
  erasure_id uuid PRIMARY KEY,
  -- No reference: the patient goes.
  pid uuid NOT NULL,
  oid uuid NOT NULL REFERENCES institutions,
  asked_by uuid NOT NULL REFERENCES accounts,
  asked_at timestamptz NOT NULL DEFAULT now(),
  withdrawn_by uuid REFERENCES accounts,
  withdrawn_at timestamptz,
  confirmed_by uuid REFERENCES accounts CHECK (confirmed_by <> asked_by),
  confirmed_at timestamptz,
  CHECK (withdrawn_at IS NULL OR confirmed_at IS NULL)
);
CREATE UNIQUE INDEX erasures_open ON erasures (pid)
  WHERE withdrawn_at IS NULL AND confirmed_at IS NULL;
CREATE INDEX erasures_oid ON erasures (oid, asked_at DESC);
GRANT SELECT, INSERT (erasure_id, pid, oid, asked_by), UPDATE (withdrawn_by, withdrawn_at)
  ON erasures TO mingmou_app;

CREATE TABLE erased_reports (
  report_id uuid PRIMARY KEY,
  report_no text NOT NULL UNIQUE,
  oid uuid NOT NULL REFERENCES institutions,
  erasure_id uuid NOT NULL REFERENCES erasures,
  sha256 text NOT NULL,
  erased_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX erased_reports_oid ON erased_reports (oid);
GRANT SELECT ON erased_reports TO mingmou_app;

-- Folders of files whose rows are gone. Whoever has removed one removes its row.
CREATE TABLE erased_folders (folder text PRIMARY KEY);
GRANT SELECT, DELETE ON erased_folders TO mingmou_app;

CREATE INDEX patients_erasable ON patients (oid, created_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX archives_record ON archives (pid);
`

const FUNCTIONS = `
CREATE POLICY across ON erased_reports FOR SELECT TO mingmou_owner USING (true);

CREATE FUNCTION report_erased(number text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
  SELECT EXISTS (SELECT FROM erased_reports JOIN institutions USING (oid)
    WHERE report_no = number AND institutions.deleted_at IS NULL)
$$;

-- The last day on which something was recorded of a person, under any of the records. A day that was
-- stated counts, and the day on which it was written, whichever is later.
CREATE FUNCTION last_day_of(who uuid) RETURNS date LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  WITH records AS (SELECT pid, created_at FROM patients WHERE person = who),
  days AS (
    SELECT NULL::date AS stated, created_at FROM records
    UNION ALL SELECT record_date, created_at FROM archives WHERE pid IN (SELECT pid FROM records)
    UNION ALL SELECT record_date, created_at FROM eye_exams WHERE pid IN (SELECT pid FROM records)
    UNION ALL SELECT start_date, created_at FROM complications WHERE pid IN (SELECT pid FROM records)
    UNION ALL SELECT NULL, created_at FROM reports WHERE pid IN (SELECT pid FROM records))
  SELECT max(greatest(stated, (created_at AT TIME ZONE 'Asia/Shanghai')::date)) FROM days
$$;

-- Whether a deleted person of the institution of the transaction may be erased.
CREATE FUNCTION erasable(who uuid, years integer) RETURNS boolean LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT years IS NOT NULL
    AND EXISTS (SELECT FROM patients WHERE pid = who AND merged_into IS NULL)
    AND NOT EXISTS (SELECT FROM patients WHERE person = who AND deleted_at IS NULL)
    AND last_day_of(who) + make_interval(years => years) < (now() AT TIME ZONE 'Asia/Shanghai')::date
$$;
`

/**
 * Removes every row of a person from every table with patient data: all tables under row-level
 * security that name a patient, a sitting or an analysis, those that refer to others first. A table
 * that refers to these by other names stops it.
 */
const ERASE = `
CREATE FUNCTION erase_patient(wanted uuid, confirmer uuid, seals jsonb) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  tenant uuid := nullif(current_setting('app.oid', true), '')::uuid;
  asked erasures;
  records uuid[];
  sittings uuid[];
  analysed uuid[];
  counts jsonb;
  patient_data regclass;
  condition text;
BEGIN
  PERFORM set_config('app.purge', coalesce(tenant::text, ''), true);
  SELECT * INTO asked FROM erasures WHERE erasure_id = wanted AND oid = tenant
    AND withdrawn_at IS NULL AND confirmed_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'erasure % is not open', wanted;
  END IF;
  IF confirmer = asked.asked_by OR NOT EXISTS
    (SELECT FROM accounts WHERE uid = confirmer AND oid = tenant AND deleted_at IS NULL) THEN
    RAISE EXCEPTION 'erasure % takes a second person', wanted;
  END IF;
  PERFORM FROM patients WHERE person = asked.pid ORDER BY pid FOR UPDATE;
  IF NOT erasable(asked.pid, (SELECT erasure_years FROM institutions
    WHERE oid = tenant AND deleted_at IS NULL)) THEN
    RAISE EXCEPTION 'patient % is not to be erased', asked.pid;
  END IF;
  records := ARRAY(SELECT pid FROM patients WHERE person = asked.pid);
  sittings := ARRAY(SELECT rid FROM archives WHERE pid = ANY(records));
  analysed := ARRAY(SELECT analysis_record_id FROM analyses
    WHERE pid = ANY(records) OR rid = ANY(sittings));
  counts := jsonb_build_object('records', cardinality(records), 'sittings', cardinality(sittings),
    'images', (SELECT count(*) FROM archive_images WHERE rid = ANY(sittings)),
    'reports', (SELECT count(*) FROM reports WHERE pid = ANY(records)));
  INSERT INTO erased_folders
    SELECT 'archives/' || tenant || '/' || id || '/' FROM unnest(sittings) AS id
    UNION SELECT 'analyses/' || tenant || '/' || id || '/' FROM unnest(analysed) AS id
    UNION SELECT 'reports/' || tenant || '/' || report_id || '/' FROM reports WHERE pid = ANY(records);
  INSERT INTO erased_reports (report_id, report_no, oid, erasure_id, sha256)
    SELECT report_id, report_no, tenant, wanted, seals->>report_id::text
    FROM reports WHERE pid = ANY(records);
  FOR patient_data, condition IN
    WITH RECURSIVE referring (relid, depth) AS (
      SELECT oid, 0 FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relrowsecurity
        AND oid NOT IN ('erasures'::regclass, 'erased_reports'::regclass)
      UNION ALL
      SELECT conrelid, depth + 1 FROM referring JOIN pg_constraint ON confrelid = relid
      WHERE contype = 'f' AND conrelid <> confrelid),
    ordered AS (SELECT relid, max(depth) AS depth FROM referring GROUP BY relid)
    SELECT relid::regclass, string_agg(format('%I = ANY(%s)', attname,
      CASE attname WHEN 'pid' THEN '$1' WHEN 'rid' THEN '$2' ELSE '$3' END), ' OR ')
    FROM ordered JOIN pg_attribute ON attrelid = relid
    WHERE attname IN ('pid', 'rid', 'analysis_record_id') AND NOT attisdropped
    GROUP BY relid, depth ORDER BY depth DESC
  LOOP
    EXECUTE format('DELETE FROM %s WHERE %s', patient_data, condition)
      USING records, sittings, analysed;
  END LOOP;
  UPDATE erasures SET confirmed_by = confirmer, confirmed_at = now() WHERE erasure_id = wanted;
  PERFORM set_config('app.purge', '', true);
  RETURN counts;
END $$;
REVOKE ALL ON FUNCTION erase_patient(uuid, uuid, jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_patient(uuid, uuid, jsonb) TO mingmou_app;
`

/** As before, save that of an erased report only what says so is entered anew. */
const PRUNE = `
CREATE OR REPLACE FUNCTION audit_prune(before timestamptz) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
DECLARE
  through bigint;
  base bytea;
  removed bigint;
BEGIN
  IF before > now() - interval '184 days' THEN
    RAISE EXCEPTION 'audit entries are kept for 184 days';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('audit prune'));
  SELECT seq - 1 INTO through FROM audit_chain JOIN audit_log USING (id)
    WHERE at >= before ORDER BY seq LIMIT 1;
  IF through IS NULL THEN
    SELECT max(seq) INTO through FROM audit_chain;
  END IF;
  SELECT hash INTO base FROM audit_chain WHERE seq = through;
  IF base IS NULL THEN
    RETURN 0;
  END IF;
  INSERT INTO audit_log (oid, pid, action, target_type, target_id, outcome, detail)
    SELECT entry.oid, entry.pid, 'report.keep', 'report', entry.target_id, 'success',
      jsonb_strip_nulls(jsonb_build_object(
        'sha256', entry.detail->'sha256', 'erased', entry.detail->'erased'))
    FROM audit_log AS entry JOIN audit_chain USING (id)
    WHERE seq <= through AND entry.target_type = 'report' AND entry.detail ? 'sha256'
      AND (entry.detail ? 'erased' OR NOT EXISTS (SELECT FROM erased_reports
        WHERE erased_reports.report_id::text = entry.target_id))
      AND NOT EXISTS (SELECT FROM institutions
        WHERE institutions.oid = entry.oid AND institutions.purged_at IS NOT NULL)
    ORDER BY seq;
  DELETE FROM audit_log USING audit_chain
    WHERE audit_log.id = audit_chain.id AND audit_chain.seq <= through;
  GET DIAGNOSTICS removed = ROW_COUNT;
  DELETE FROM audit_chain WHERE seq <= through;
  INSERT INTO audit_log (action, outcome, detail) VALUES ('audit.prune', 'success',
    jsonb_build_object('through', through, 'hash', encode(base, 'hex'), 'entries', removed, 'before', before));
  RETURN removed;
END $$;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLES).execute(db)
  for (const table of ['erasures', 'erased_reports']) await wall(db, table)
  for (const part of [FUNCTIONS, ERASE, PRUNE]) await sql.raw(part).execute(db)
}
