import { sql, type Kysely } from 'kysely'

/**
 * A result that was opened is not read: it is, once a reader says that it needs no report, or a report of it is signed.
 * Results opened before count as read, as they did. Unread again, a result waits anew where it is the newest of its
 * sitting, no report of it is signed and nobody else said that it is read.
 */
const SCHEMA = `
ALTER TABLE result_reads ADD COLUMN settled_at timestamptz;
CREATE INDEX archives_unread_since ON archives (oid, unread_since, rid)
  WHERE unread_of IS NOT NULL AND deleted_at IS NULL;

CREATE OR REPLACE FUNCTION note_read() RETURNS trigger LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_TABLE_NAME = 'result_reads' THEN
    IF NEW.settled_at IS NULL THEN RETURN NULL; END IF;
  END IF;
  UPDATE archives SET unread_of = NULL FROM analyses
    WHERE analyses.analysis_record_id = NEW.analysis_record_id
      AND archives.rid = analyses.rid AND archives.unread_of = NEW.analysis_record_id;
  RETURN NULL;
END $$;
CREATE TRIGGER note_settled AFTER UPDATE OF settled_at ON result_reads
  FOR EACH ROW WHEN (NEW.settled_at IS NOT NULL) EXECUTE FUNCTION note_read();

CREATE FUNCTION note_unread() RETURNS trigger LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE archives SET unread_of = NEW.analysis_record_id, unread_since = clock_timestamp() FROM analyses
    WHERE analyses.analysis_record_id = NEW.analysis_record_id
      AND archives.rid = analyses.rid AND archives.unread_of IS NULL
      AND NOT EXISTS (SELECT FROM reports
        WHERE reports.analysis_record_id = NEW.analysis_record_id AND voided_at IS NULL)
      AND NOT EXISTS (SELECT FROM result_reads AS other
        WHERE other.analysis_record_id = NEW.analysis_record_id AND other.settled_at IS NOT NULL)
      AND NOT EXISTS (SELECT FROM analyses AS newer
        WHERE newer.rid = analyses.rid AND newer.created_at > analyses.created_at
          AND newer.status IN ('done', 'failed'));
  RETURN NULL;
END $$;
CREATE TRIGGER note_unsettled AFTER UPDATE OF settled_at ON result_reads
  FOR EACH ROW WHEN (OLD.settled_at IS NOT NULL AND NEW.settled_at IS NULL)
  EXECUTE FUNCTION note_unread();
`

const FILL = `
DO $$
DECLARE each uuid;
BEGIN
  FOR each IN SELECT oid FROM institutions LOOP
    PERFORM set_config('app.purge', each::text, true);
    UPDATE result_reads SET settled_at = created_at WHERE oid = each;
  END LOOP;
  PERFORM set_config('app.purge', '', true);
END $$;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [SCHEMA, FILL]) await sql.raw(part).execute(db)
}
