import { sql, type Kysely } from 'kysely'
import { wall } from './patient-table.ts'

/** What each device brings, week by week, beside its first photographs. Rows name nobody, but for the photographs of an alarm. */
const TABLES = `
ALTER TABLE institutions ADD COLUMN drift_since timestamptz;
-- The Monday before which every week has its rows.
ALTER TABLE institutions ADD COLUMN drift_through date;

CREATE TABLE drift_comparisons (
  drift_id uuid PRIMARY KEY,
  -- The id of a registered device, or what sittings say, in small letters.
  device text NOT NULL,
  device_id uuid REFERENCES devices,
  name text NOT NULL,
  networks text NOT NULL,
  begun date NOT NULL,
  baseline jsonb NOT NULL,
  -- Another one began in its place.
  ended_at timestamptz,
  oid uuid NOT NULL REFERENCES institutions,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX drift_comparisons_open ON drift_comparisons (oid, device, networks) WHERE ended_at IS NULL;
CREATE INDEX drift_comparisons_device ON drift_comparisons (device_id);

CREATE TABLE drift_weeks (
  drift_id uuid NOT NULL REFERENCES drift_comparisons ON DELETE CASCADE,
  week date NOT NULL,
  facts jsonb NOT NULL,
  looks jsonb NOT NULL,
  oid uuid NOT NULL REFERENCES institutions,
  PRIMARY KEY (drift_id, week)
);
CREATE INDEX drift_weeks_oid ON drift_weeks (oid);

CREATE TABLE drift_alarms (
  alarm_id uuid PRIMARY KEY,
  drift_id uuid NOT NULL REFERENCES drift_comparisons ON DELETE CASCADE,
  week date NOT NULL,
  measures jsonb NOT NULL,
  -- By the main account, which is told until then.
  seen_by uuid,
  seen_at timestamptz,
  note text,
  noted_by uuid,
  noted_at timestamptz,
  oid uuid NOT NULL REFERENCES institutions,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((note IS NULL) = (noted_at IS NULL) AND (note IS NULL) = (noted_by IS NULL))
);
CREATE UNIQUE INDEX drift_alarms_open ON drift_alarms (drift_id) WHERE note IS NULL;
CREATE INDEX drift_alarms_drift ON drift_alarms (drift_id, week);
CREATE INDEX drift_alarms_oid ON drift_alarms (oid);

CREATE TABLE drift_photographs (
  alarm_id uuid NOT NULL REFERENCES drift_alarms ON DELETE CASCADE,
  place integer NOT NULL,
  measure text NOT NULL,
  value double precision,
  pid uuid NOT NULL REFERENCES patients,
  rid uuid NOT NULL REFERENCES archives,
  image_index integer NOT NULL,
  oid uuid NOT NULL REFERENCES institutions,
  PRIMARY KEY (alarm_id, place)
);
CREATE INDEX drift_photographs_pid ON drift_photographs (pid);
CREATE INDEX drift_photographs_rid ON drift_photographs (rid);
CREATE INDEX drift_photographs_oid ON drift_photographs (oid);

CREATE INDEX analyses_ended ON analyses (oid, ended_at) WHERE status = 'done';
GRANT SELECT, INSERT, UPDATE ON drift_comparisons, drift_weeks, drift_alarms, drift_photographs TO mingmou_app;
`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLES).execute(db)
  for (const table of ['comparisons', 'weeks', 'alarms', 'photographs'])
    await wall(db, `drift_${table}`)
}
