import { Kysely, PostgresDialect, sql } from 'kysely'
import pino from 'pino'
import { expect, test } from 'vitest'
import { openDatabase, openPool } from '../platform/database/database.ts'
import { openQueue } from '../platform/queue/open-queue.ts'
import { EXAMPLE } from '../platform/queue/testing/example-job.ts'
import { testDatabase, withFullRights } from '../testing/database.ts'
import { up } from './0109_jobs.ts'

/** The columns that version 2.2 used of the table that pg-boss 10 made. */
const EARLIER = `
DROP TABLE jobs;
CREATE SCHEMA pgboss;
CREATE TYPE pgboss.job_state AS ENUM ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
CREATE TABLE pgboss.job (
  id uuid NOT NULL DEFAULT gen_random_uuid(), name text NOT NULL, data jsonb, output jsonb,
  state pgboss.job_state NOT NULL DEFAULT 'created', retry_count int NOT NULL DEFAULT 0,
  start_after timestamptz NOT NULL DEFAULT now(), started_on timestamptz,
  expire_in interval NOT NULL DEFAULT interval '15 minutes',
  created_on timestamptz NOT NULL DEFAULT now(), completed_on timestamptz,
  PRIMARY KEY (name, id)
) PARTITION BY LIST (name);
CREATE TABLE pgboss.j1 PARTITION OF pgboss.job FOR VALUES IN ('example');
ALTER SCHEMA pgboss OWNER TO mingmou_owner;
ALTER TABLE pgboss.job OWNER TO mingmou_owner;
ALTER TABLE pgboss.j1 OWNER TO mingmou_owner;
GRANT USAGE ON SCHEMA pgboss TO mingmou_app;
GRANT SELECT, INSERT, UPDATE, DELETE ON pgboss.job TO mingmou_app;
INSERT INTO pgboss.job (name, data, state, retry_count, started_on, output, created_on) VALUES
  ('example', '{"note": "waits"}', 'created', 0, NULL, NULL, now() - interval '4 minutes'),
  ('example', '{"note": "failed once"}', 'retry', 0, now(), '{"reason": "no such image"}', now() - interval '3 minutes'),
  ('example', '{"note": "its worker is gone"}', 'active', 1, now(), '{"worker": 7, "reason": ""}', now() - interval '2 minutes'),
  ('example', NULL, 'completed', 0, now(), NULL, now() - interval '5 minutes');`

const log = pino({ level: 'silent' })

test('jobs of the version before are taken over with their tries, and so is what it still sends', async () => {
  const old = await testDatabase()
  const { url } = old
  await withFullRights(url, (client) => client.query(EARLIER))
  const owner = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: openPool(url, 'mingmou_owner', 1) }),
  })
  await up(owner)
  await owner.destroy()

  const database = openDatabase(url, log)
  const { db } = database
  const sent = await sql<{ id: string }>`insert into pgboss.job (name, data) values
    ('example', '{"note": "sent meanwhile", "turn": {"lane": "a", "person": "b", "batch": true}}')
    returning id`.execute(db)
  const queue = openQueue({ db, url, log })
  const done: [string, number][] = []
  await queue.work(
    EXAMPLE,
    ({ data, attempt }) => {
      done.push([data.note, attempt])
      return Promise.resolve()
    },
    () => Promise.reject(new Error('given up too early')),
  )
  await expect
    .poll(() => done.toSorted())
    .toEqual([
      ['failed once', 2],
      ['its worker is gone', 3],
      ['sent meanwhile', 1],
      ['waits', 1],
    ])
  const { rows } =
    await sql`select lane, person, batch from jobs where id = ${sent.rows[0]?.id}`.execute(db)
  expect(rows).toEqual([{ lane: 'a', person: 'b', batch: true }])
  expect((await sql`select from pgboss.job`.execute(db)).rows).toEqual([])
  await queue.stop()
  await database.close()
  await old.drop()
})
