import { sql, type Kysely } from 'kysely'

/**
 * The audit log as a chain: each entry's hash covers the one before, so that none is changed, taken away or
 * moved unseen. The application's role adds entries, of the present moment, and can do nothing else to them.
 * The link is made as the last thing before the commit: nobody waits longer for the head than a commit takes.
 */
const CHAIN = `
ALTER TABLE audit_log ADD COLUMN pid uuid;

CREATE INDEX audit_log_patient ON audit_log (pid, id DESC) WHERE pid IS NOT NULL;
CREATE INDEX audit_log_platform ON audit_log (id DESC) WHERE oid IS NULL OR role IN ('1', '2', '5');
CREATE INDEX audit_log_at ON audit_log USING brin (at);

CREATE TABLE audit_chain (
  seq bigint PRIMARY KEY,
  id bigint NOT NULL UNIQUE,
  hash bytea NOT NULL
);

-- The last link; whoever adds one holds this row until he has committed.
CREATE TABLE audit_head (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  seq bigint NOT NULL,
  hash bytea NOT NULL
);
INSERT INTO audit_head (seq, hash) VALUES (0, sha256(''));

CREATE FUNCTION audit_text(entry audit_log) RETURNS text LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  SELECT jsonb_build_array(
    to_char(entry.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.uid, entry.oid, entry.role,
    entry.ip, entry.action, entry.target_type, entry.target_id, entry.pid, entry.outcome, entry.detail)::text
$$;

CREATE FUNCTION audit_link(entry audit_log) RETURNS void LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
DECLARE
  place bigint;
  link bytea;
BEGIN
  SELECT seq + 1, hash INTO STRICT place, link FROM audit_head FOR UPDATE;
  link := sha256(link || convert_to(audit_text(entry), 'UTF8'));
  UPDATE audit_head SET seq = place, hash = link;
  INSERT INTO audit_chain (seq, id, hash) VALUES (place, entry.id, link);
END $$;

SELECT audit_link(entry) FROM (SELECT * FROM audit_log ORDER BY id) AS entry;

CREATE FUNCTION audit_linked() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM audit_link(NEW);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER audit_linked AFTER INSERT ON audit_log
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION audit_linked();

-- Takes away the oldest entries, never one younger than 184 days, and leaves an entry that says up to where.
CREATE FUNCTION audit_prune(before timestamptz) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
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
  DELETE FROM audit_log USING audit_chain
    WHERE audit_log.id = audit_chain.id AND audit_chain.seq <= through;
  GET DIAGNOSTICS removed = ROW_COUNT;
  DELETE FROM audit_chain WHERE seq <= through;
  INSERT INTO audit_log (action, outcome, detail) VALUES ('audit.prune', 'success',
    jsonb_build_object('through', through, 'hash', encode(base, 'hex'), 'entries', removed, 'before', before));
  RETURN removed;
END $$;

REVOKE ALL ON FUNCTION audit_link(audit_log), audit_linked(), audit_prune(timestamptz) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_prune(timestamptz) TO mingmou_app;
GRANT SELECT ON audit_chain, audit_head TO mingmou_app;
REVOKE INSERT ON audit_log FROM mingmou_app;
GRANT INSERT (uid, oid, role, ip, action, target_type, target_id, pid, outcome, detail)
  ON audit_log TO mingmou_app;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(CHAIN).execute(db)
}
