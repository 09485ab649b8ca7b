import { sql, type Kysely } from 'kysely'
import { wall } from './patient-table.ts'

/**
 * The sittings that wait for another reading, as their newest reading says: those that have ended are
 * millions, and a queue is read without them. A trigger derives it from the readings.
 */
const WAITS = `
CREATE TABLE reading_waits (
  rid uuid PRIMARY KEY REFERENCES archives,
  role text NOT NULL CHECK (role IN ('second', 'arbitrator')),
  -- How many the sitting had at that reading.
  photographs integer NOT NULL,
  since timestamptz NOT NULL,
  oid uuid NOT NULL REFERENCES institutions
);
CREATE INDEX reading_waits_queue ON reading_waits (oid, role, since, rid);
GRANT SELECT, INSERT, UPDATE, DELETE ON reading_waits TO mingmou_app;
DROP INDEX readings_waiting;
-- The readings of one sitting.
CREATE INDEX readings_rid ON readings (rid, photographs);

CREATE FUNCTION note_reading() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM reading_waits WHERE rid = NEW.rid;
  IF NEW.awaits IS NOT NULL THEN
    INSERT INTO reading_waits (rid, role, photographs, since, oid)
    VALUES (NEW.rid, NEW.awaits, NEW.photographs, NEW.signed_at, NEW.oid);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER readings_noted AFTER INSERT ON readings FOR EACH ROW EXECUTE FUNCTION note_reading();
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(WAITS).execute(db)
  await wall(db, 'reading_waits')
}
