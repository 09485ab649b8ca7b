import { sql } from 'kysely'
import type { Db, Trx } from '../database/database.ts'
import { BATCH_WAITS_MINUTES } from './queue.ts'

/** A worker claims a job by its number, and holds an advisory lock of this class. */
export const WORKER_LOCK = 4072

export interface Claimed {
  id: string
  name: string
  data: unknown
  attempt: number
  /** Why the previous try ended. */
  reason: string
}

interface Output {
  reason?: string
}

interface Waiting {
  id: string
  data: unknown
  retry_count: number
  output: Output | null
  lane: string | null
  person: string | null
}

/**
 * The job whose turn it is (decision 049). Single jobs come before batches, unless a batch has
 * waited for long. Then the lane, and in it the person, whose last turn is the longest ago. Then the
 * oldest job, a person's single ones first. Jobs without a turn come by their age alone.
 */
async function findNext(trx: Trx, name: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    SELECT job.id, job.data, job.output, turn.lane, turn.person,
      job.retry_count + (job.started_on IS NOT NULL)::int AS retry_count
    FROM pgboss.job AS job
    CROSS JOIN LATERAL (SELECT job.data->'turn'->>'lane' AS lane, job.data->'turn'->>'person' AS person,
      coalesce((job.data->'turn'->>'batch')::boolean, false) AS batch) AS turn
    LEFT JOIN queue_turns AS own
      ON own.job = job.name AND own.lane = turn.lane AND own.person = turn.person
    LEFT JOIN (SELECT lane, max(taken_at) AS taken_at FROM queue_turns WHERE job = ${name}
      GROUP BY lane) AS lane ON lane.lane = turn.lane
    WHERE job.name = ${name} AND job.state < 'active' AND job.start_after < now()
    ORDER BY turn.batch AND job.created_on > now() - ${BATCH_WAITS_MINUTES} * interval '1 minute',
      lane.taken_at NULLS FIRST, own.taken_at NULLS FIRST, turn.batch, job.created_on, job.id
    LIMIT 1 FOR UPDATE OF job SKIP LOCKED`.execute(trx)
  return rows[0]
}

/** Takes the next job of a kind, as `fetch` of pg-boss does, by turns. */
export function claimNext(db: Db, name: string, worker: number): Promise<Claimed | null> {
  return db.transaction().execute(async (trx) => {
    const job = await findNext(trx, name)
    if (!job) return null
    const { id, data, retry_count, lane, person } = job
    const reason = job.output?.reason ?? ''
    await sql`update pgboss.job
      set state = 'active', started_on = now(), retry_count = ${retry_count},
        output = jsonb_build_object('worker', ${worker}::int, 'reason', ${reason}::text)
      where name = ${name} and id = ${id}`.execute(trx)
    if (lane !== null && person !== null) {
      await sql`insert into queue_turns values (${name}, ${lane}, ${person}, clock_timestamp())
        on conflict (job, lane, person) do update set taken_at = excluded.taken_at`.execute(trx)
    }
    return { id, name, data, attempt: retry_count + 1, reason }
  })
}

const mine = (worker: number) => sql`state = 'active' and (output->>'worker')::int = ${worker}`

/** A finished job needs its data no more. */
export async function finish(
  db: Db,
  job: Claimed,
  worker: number,
  state: 'completed' | 'failed',
): Promise<void> {
  await sql`update pgboss.job
    set state = ${state}::pgboss.job_state, completed_on = now(), output = null, data = null
    where name = ${job.name} and id = ${job.id} and ${mine(worker)}`.execute(db)
}

/** Runs again after the delay. */
export async function putBack(
  db: Db,
  job: Claimed,
  worker: number,
  reason: string,
  delaySeconds: number,
): Promise<void> {
  await sql`update pgboss.job
    set state = 'retry', output = jsonb_build_object('reason', ${reason}::text),
      start_after = now() + ${delaySeconds} * interval '1 second'
    where name = ${job.name} and id = ${job.id} and ${mine(worker)}`.execute(db)
}

/** Returned as if it had never been fetched: a job that has not started yet loses no try. */
export async function release(db: Db, job: Claimed, worker: number): Promise<void> {
  await sql`update pgboss.job
    set state = 'retry', started_on = null, start_after = now(),
      output = jsonb_build_object('reason', ${job.reason}::text)
    where name = ${job.name} and id = ${job.id} and ${mine(worker)}`.execute(db)
}

/**
 * Reports that the worker lives and which jobs it works on. Returns those that are still its own.
 */
export async function beat(db: Db, worker: number, ids: readonly string[]): Promise<Set<string>> {
  await sql`update workers set seen_at = now() where id = ${worker}`.execute(db)
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`update pgboss.job set started_on = now()
    where id = any(${ids}::uuid[]) and ${mine(worker)} returning id`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** Puts back the jobs of a worker that is gone or silent, and removes those done long ago. */
export async function sweep(db: Db): Promise<boolean> {
  const { numAffectedRows } = await sql`update pgboss.job
    set state = 'retry', start_after = now(),
      output = jsonb_build_object('reason', 'the worker ended during the work')
    where state = 'active' and (started_on + expire_in < now() or not exists (
      select from pg_locks
      where locktype = 'advisory' and classid = ${WORKER_LOCK} and granted
        and objid = (output->>'worker')::int
        and database = (select oid from pg_database where datname = current_database())))`.execute(
    db,
  )
  return numAffectedRows !== undefined && numAffectedRows > 0n
}

export async function forgetOld(db: Db): Promise<void> {
  await sql`delete from pgboss.job where completed_on < now() - interval '7 days'`.execute(db)
  await sql`delete from workers where seen_at < now() - interval '1 day'`.execute(db)
  await sql`delete from queue_turns where taken_at < now() - interval '1 day'`.execute(db)
}
