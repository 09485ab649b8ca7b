import { sql, type Kysely } from 'kysely'

/** A report is never changed: the application's role withdraws it, and can do nothing else to it. */
const GRANTS = `
REVOKE UPDATE, DELETE ON reports FROM mingmou_app;
GRANT UPDATE (revoked_at) ON reports TO mingmou_app;
`

/**
 * As before, save that what the oldest entries say a report hashes to is entered anew before they go: a report is
 * kept longer than the entry of its making.
 */
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
      jsonb_build_object('sha256', entry.detail->'sha256')
    FROM audit_log AS entry JOIN audit_chain USING (id)
    WHERE seq <= through AND entry.target_type = 'report' AND entry.detail ? 'sha256'
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
  await sql.raw(GRANTS).execute(db)
  await sql.raw(PRUNE).execute(db)
}
