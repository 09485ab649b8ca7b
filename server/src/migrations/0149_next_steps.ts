import { sql, type Kysely } from 'kysely'
import { patientTable } from './patient-table.ts'

/**
 * What signed reports say is to become of their patients, and what was done about it since. Where a step is follows from
 * reports, log and patient: `step_place` says it, and `place` holds what it says, so that an index finds those who wait.
 * Triggers ask it anew whenever something changes that it reads. A referral that a report took over from the one that it
 * supersedes keeps its log: both have the `thread` of the first.
 */
const STEPS = `step_id uuid PRIMARY KEY,
  thread uuid NOT NULL REFERENCES next_steps (step_id),
  report_id uuid NOT NULL UNIQUE REFERENCES reports,
  pid uuid NOT NULL REFERENCES patients,
  rid uuid NOT NULL REFERENCES archives,
  -- Of the photographs, and of the signature, in Shanghai.
  sat_on date NOT NULL,
  signed_on date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('routine', 'early', 'repeat', 'refer', 'refer_ungradable', 'discharge')),
  months integer,
  urgency text CHECK (urgency IN ('urgent', 'soon', 'routine')),
  send_to text NOT NULL,
  note text NOT NULL,
  due_on date,
  place text NOT NULL DEFAULT 'waiting',
  CHECK (due_on IS NULL OR kind <> 'discharge')`

const EVENTS = `event_id uuid PRIMARY KEY,
  thread uuid NOT NULL REFERENCES next_steps (step_id),
  pid uuid NOT NULL REFERENCES patients,
  what text NOT NULL CHECK (what IN ('called', 'message', 'letter', 'sent', 'appointment', 'attended',
    'not_attended', 'outcome', 'declined', 'moved', 'died', 'resumed')),
  day date NOT NULL,
  next_on date,
  note text NOT NULL,
  result jsonb,
  CHECK (result IS NULL OR what = 'outcome')`

const REST = `
ALTER TABLE institutions ADD COLUMN step_rules jsonb;

CREATE INDEX next_steps_recall ON next_steps (oid, due_on, step_id)
  WHERE place IN ('waiting', 'unsigned') AND kind NOT IN ('refer', 'refer_ungradable');
CREATE INDEX next_steps_referral ON next_steps (oid, due_on, step_id)
  WHERE place IN ('waiting', 'unsigned') AND kind IN ('refer', 'refer_ungradable');
CREATE INDEX next_steps_pid ON next_steps (pid);
CREATE INDEX next_steps_rid ON next_steps (rid);
CREATE INDEX next_steps_thread ON next_steps (thread);
CREATE INDEX step_events_thread ON step_events (thread, created_at);
CREATE INDEX step_events_pid ON step_events (pid);

-- Where a step is. Of several reasons to be closed the first that is read counts.
CREATE FUNCTION step_place(step next_steps) RETURNS text LANGUAGE sql STABLE
  SET search_path = public, pg_temp AS $$
  WITH whole AS (
    SELECT record.pid, shown.deleted_at FROM patients AS own
      JOIN patients AS record ON record.person = own.person
      JOIN patients AS shown ON shown.pid = own.person
    WHERE own.pid = step.pid),
  -- Of the person. A report stands that is not void, and that no report with a step of its own superseded.
  others AS (
    SELECT other.step_id, other.rid, other.sat_on, report.created_at FROM next_steps AS other
      JOIN reports AS report ON report.report_id = other.report_id
    WHERE other.pid IN (SELECT pid FROM whole) AND other.step_id <> step.step_id
      AND report.voided_at IS NULL AND NOT EXISTS (
        SELECT FROM reports AS newer JOIN next_steps AS taking ON taking.report_id = newer.report_id
        WHERE newer.supersedes = other.report_id)),
  own AS (SELECT voided_at, created_at FROM reports WHERE report_id = step.report_id),
  later AS (
    SELECT others.rid = step.rid AS same FROM others, own
    WHERE (others.sat_on, others.created_at) > (step.sat_on, own.created_at)
      OR (others.rid = step.rid AND others.created_at > own.created_at)),
  said AS (
    SELECT what, event.created_at, event.event_id, event.thread = step.thread AS its FROM step_events AS event
    WHERE event.pid IN (SELECT pid FROM whole))
  SELECT CASE
    WHEN (SELECT deleted_at FROM whole LIMIT 1) IS NOT NULL THEN 'deleted'
    WHEN EXISTS (SELECT FROM reports AS newer JOIN next_steps AS taking ON taking.report_id = newer.report_id
      WHERE newer.supersedes = step.report_id) THEN 'replaced'
    WHEN (SELECT what FROM said WHERE what IN ('died', 'resumed') ORDER BY created_at DESC, event_id DESC LIMIT 1)
      = 'died' THEN 'died'
    WHEN (SELECT voided_at FROM own) IS NOT NULL THEN
      CASE WHEN EXISTS (SELECT FROM later) THEN 'replaced' ELSE 'unsigned' END
    WHEN step.kind = 'discharge' THEN 'discharged'
    WHEN EXISTS (SELECT FROM said WHERE its AND what = 'outcome') THEN 'outcome'
    WHEN (SELECT what FROM said WHERE its AND what IN ('declined', 'moved', 'resumed')
      ORDER BY created_at DESC, event_id DESC LIMIT 1) IN ('declined', 'moved') THEN
      (SELECT what FROM said WHERE its AND what IN ('declined', 'moved') ORDER BY created_at DESC, event_id DESC LIMIT 1)
    WHEN step.kind IN ('refer', 'refer_ungradable') THEN 'waiting'
    WHEN EXISTS (SELECT FROM later WHERE NOT same) THEN 'seen'
    WHEN EXISTS (SELECT FROM later) THEN 'replaced'
    ELSE 'waiting' END
$$;

CREATE FUNCTION place_steps(which uuid) RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  UPDATE next_steps SET place = step_place(next_steps)
  WHERE pid IN (SELECT record.pid FROM patients AS own JOIN patients AS record ON record.person = own.person
      WHERE own.pid = which)
    AND place IS DISTINCT FROM step_place(next_steps)
$$;

CREATE FUNCTION note_step() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM place_steps(NEW.pid);
  RETURN NULL;
END $$;
CREATE TRIGGER steps_placed AFTER INSERT ON next_steps FOR EACH ROW EXECUTE FUNCTION note_step();
CREATE TRIGGER steps_placed AFTER INSERT ON step_events FOR EACH ROW EXECUTE FUNCTION note_step();
CREATE TRIGGER steps_placed AFTER UPDATE OF voided_at ON reports
  FOR EACH ROW WHEN (OLD.voided_at IS DISTINCT FROM NEW.voided_at) EXECUTE FUNCTION note_step();

CREATE FUNCTION note_person_of_steps() RETURNS trigger LANGUAGE plpgsql
  SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM place_steps(NEW.pid);
  IF OLD.person IS DISTINCT FROM NEW.person THEN PERFORM place_steps(OLD.person); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER steps_placed AFTER UPDATE ON patients
  FOR EACH ROW WHEN (OLD.person IS DISTINCT FROM NEW.person OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
  EXECUTE FUNCTION note_person_of_steps();
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(db, 'next_steps', STEPS)
  await patientTable(db, 'step_events', EVENTS)
  await sql.raw(REST).execute(db)
}
