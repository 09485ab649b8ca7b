import { sql, type Kysely } from 'kysely'
import { patientTable, wall } from './patient-table.ts'

/** What readers stated of a sitting. Rows are added alone: a reading that is signed is never changed. */
const READINGS = `reading_id uuid PRIMARY KEY,
  rid uuid NOT NULL REFERENCES archives,
  pid uuid NOT NULL REFERENCES patients,
  role text NOT NULL CHECK (role IN ('first', 'second', 'arbitrator')),
  -- How many the sitting had: later ones are read anew.
  photographs integer NOT NULL,
  eyes jsonb NOT NULL,
  -- What the machine said at the signing.
  machine jsonb NOT NULL,
  note text NOT NULL,
  opened_at timestamptz NOT NULL,
  signed_at timestamptz NOT NULL,
  awaits text CHECK (awaits IN ('second', 'arbitrator')),
  -- Of a first reading: the rule that it was signed under, and what follows from it.
  rule text CHECK (rule IN ('differing', 'referable', 'all')),
  need text,
  draw integer CHECK (draw BETWEEN 0 AND 9999),
  percent integer,
  commitment text,
  CHECK (role = 'first' OR (rule IS NULL AND need IS NULL AND draw IS NULL)),
  CHECK ((draw IS NULL) = (commitment IS NULL))`

const REST = `
REVOKE UPDATE ON readings FROM mingmou_app;
CREATE UNIQUE INDEX readings_once ON readings (rid, photographs, role) WHERE role <> 'arbitrator';
CREATE INDEX readings_pid ON readings (pid);
CREATE INDEX readings_waiting ON readings (oid, awaits, signed_at) WHERE awaits IS NOT NULL;

-- Who has a sitting open to read it. One person at a time; whoever comes after the time takes it.
CREATE TABLE reading_holds (
  rid uuid NOT NULL REFERENCES archives,
  role text NOT NULL CHECK (role IN ('first', 'second', 'arbitrator')),
  uid uuid NOT NULL,
  opened_at timestamptz NOT NULL,
  kept_until timestamptz NOT NULL,
  oid uuid NOT NULL REFERENCES institutions,
  PRIMARY KEY (rid, role)
);
CREATE INDEX reading_holds_oid ON reading_holds (oid);
GRANT SELECT, INSERT, UPDATE, DELETE ON reading_holds TO mingmou_app;

-- What draws are made with. It is told when it is used no more.
CREATE TABLE reading_secrets (
  commitment text NOT NULL,
  secret text NOT NULL,
  made_at timestamptz NOT NULL,
  ended_at timestamptz,
  oid uuid NOT NULL REFERENCES institutions,
  PRIMARY KEY (oid, commitment)
);
CREATE UNIQUE INDEX reading_secrets_used ON reading_secrets (oid) WHERE ended_at IS NULL;
GRANT SELECT, INSERT, UPDATE ON reading_secrets TO mingmou_app;

ALTER TABLE institutions
  ADD COLUMN reading_rule text NOT NULL DEFAULT 'none'
    CHECK (reading_rule IN ('none', 'differing', 'referable', 'all')),
  ADD COLUMN reading_percent integer NOT NULL DEFAULT 10 CHECK (reading_percent BETWEEN 0 AND 100),
  ADD COLUMN first_sees_machine boolean NOT NULL DEFAULT true;
-- Whether it may arbitrate, and the sittings that it reads blind.
ALTER TABLE accounts ADD COLUMN arbiter boolean NOT NULL DEFAULT false, ADD COLUMN blind_to uuid[];
CREATE INDEX accounts_blind ON accounts (oid) WHERE blind_to IS NOT NULL;
`

/** Tables that say something of a sitting, and how a row leads to one. */
const HIDDEN = {
  archives: `rid`,
  ...Object.fromEntries(
    [
      ...['analyses', 'report_drafts', 'dataset_images', 'corrections', 'drawings', 'image_notes'],
      ...['next_steps', 'readings'],
    ].map((table) => [table, 'rid']),
  ),
} as const

const OF_ANALYSIS = ['analysis_images', 'drawn_images', 'reports', 'result_reads', 'notices']

/**
 * Whoever reads blind has the sittings in \`app.blind\`: they are not there for him. What triggers
 * derive is derived from all that is there.
 */
const blind = (table: string, shows: string) => `
CREATE POLICY blind ON ${table} AS RESTRICTIVE FOR SELECT TO mingmou_app
  USING ((SELECT coalesce(current_setting('app.blind', true), '') = '' OR pg_trigger_depth() > 0) OR ${shows});`

const POLICIES = [
  ...Object.entries(HIDDEN).map(([table, column]) =>
    blind(
      table,
      `${column} IS NULL OR ${column} <> ALL (string_to_array(current_setting('app.blind', true), ',')::uuid[])`,
    ),
  ),
  ...OF_ANALYSIS.map((table) =>
    blind(
      table,
      `EXISTS (SELECT FROM analyses AS seen WHERE seen.analysis_record_id = ${table}.analysis_record_id)`,
    ),
  ),
].join('\n')

export async function up(db: Kysely<unknown>): Promise<void> {
  await patientTable(db, 'readings', READINGS)
  await sql.raw(REST).execute(db)
  await wall(db, 'reading_holds')
  await wall(db, 'reading_secrets')
  await sql.raw(POLICIES).execute(db)
}
