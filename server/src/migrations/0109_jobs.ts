import { sql, type Kysely } from 'kysely'

/**
 * The program's own table of jobs (decision 116). A job waits while it has no worker, runs while it has one, and keeps
 * neither its data nor its worker once it has ended.
 */
const SCHEMA = `
CREATE TABLE jobs (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  data jsonb,
  lane text,
  person text,
  batch boolean NOT NULL DEFAULT false,
  expires_in interval NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0,
  reason text NOT NULL DEFAULT '',
  worker integer,
  seen_at timestamptz,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('done', 'failed')),
  CHECK ((ended_at IS NULL) = (outcome IS NULL))
);
CREATE INDEX jobs_waiting ON jobs (name, sent_at) WHERE worker IS NULL AND ended_at IS NULL;
CREATE INDEX jobs_running ON jobs (worker) WHERE worker IS NOT NULL;
CREATE INDEX jobs_ended ON jobs (ended_at) WHERE ended_at IS NOT NULL;
GRANT SELECT, INSERT, UPDATE, DELETE ON jobs TO mingmou_app;`

/** A job that ran keeps its worker's number, so that it goes back when that worker is gone. */
const asOwn = (job: string) => `INSERT INTO jobs
    (id, name, data, lane, person, batch, expires_in, sent_at, due_at, tries, reason, worker, seen_at)
  SELECT id, name, data - 'turn', data->'turn'->>'lane', data->'turn'->>'person',
    coalesce((data->'turn'->>'batch')::boolean, false), expire_in, created_on, start_after,
    retry_count + (started_on IS NOT NULL)::int, coalesce(output->>'reason', ''),
    CASE WHEN state = 'active' THEN (output->>'worker')::int END,
    CASE WHEN state = 'active' THEN started_on END
  FROM ${job} WHERE state < 'completed'`

/**
 * Jobs that an earlier version left, and those that a program of that version, which runs on beside
 * this one, still sends or puts back.
 */
const TAKEN_OVER = `
${asOwn('pgboss.job')};
DELETE FROM pgboss.job;
CREATE FUNCTION pgboss.taken_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  ${asOwn('(SELECT NEW.*) AS job')};
  DELETE FROM pgboss.job WHERE name = NEW.name AND id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER taken_over AFTER INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION pgboss.taken_over();`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  const { rows } = await sql<{ earlier: string | null }>`
    select to_regclass('pgboss.job')::text as earlier`.execute(db)
  if (rows[0]?.earlier) await sql.raw(TAKEN_OVER).execute(db)
}
