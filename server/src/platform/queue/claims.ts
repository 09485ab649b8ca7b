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

type Waiting = Claimed & { lane: string | null; person: string | null }

/**
 * The job whose turn it is (decision 049). Single jobs come before batches, unless a batch has
 * waited for long. Then the lane, and in it the person, whose last turn is the longest ago. Then the
 * oldest job, a person's single ones first. Jobs without a turn come by their age alone.
 */
async function findNext(trx: Trx, name: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    SELECT job.id, job.name, job.data, job.tries + 1 AS attempt, job.reason, job.lane, job.person
    FROM jobs AS job
    LEFT JOIN queue_turns AS own
      ON own.job = job.name AND own.lane = job.lane AND own.person = job.person
    LEFT JOIN (SELECT lane, max(taken_at) AS taken_at FROM queue_turns WHERE job = ${name}
      GROUP BY lane) AS lane ON lane.lane = job.lane
    WHERE job.name = ${name} AND job.worker IS NULL AND job.ended_at IS NULL AND job.due_at <= now()
    ORDER BY job.batch AND job.sent_at > now() - ${BATCH_WAITS_MINUTES} * interval '1 minute',
      lane.taken_at NULLS FIRST, own.taken_at NULLS FIRST, job.batch, job.sent_at, job.id
    LIMIT 1 FOR UPDATE OF job SKIP LOCKED`.execute(trx)
  return rows[0]
}

/** Takes the next job of a kind, by turns. */
export function claimNext(db: Db, name: string, worker: number): Promise<Claimed | null> {
  return db.transaction().execute(async (trx) => {
    const job = await findNext(trx, name)
    if (!job) return null
    await sql`update jobs set worker = ${worker}, seen_at = now(), tries = ${job.attempt}
      where id = ${job.id}`.execute(trx)
    if (job.lane !== null && job.person !== null) {
      await sql`insert into queue_turns values (${name}, ${job.lane}, ${job.person}, clock_timestamp())
        on conflict (job, lane, person) do update set taken_at = excluded.taken_at`.execute(trx)
    }
    return job
  })
}

/** A finished job needs its data no more. */
export async function finish(
  db: Db,
  job: Claimed,
  worker: number,
  outcome: 'done' | 'failed',
): Promise<void> {
  await sql`update jobs set worker = null, ended_at = now(), outcome = ${outcome}, data = null
    where id = ${job.id} and worker = ${worker}`.execute(db)
}

/** Runs again after the delay. */
export async function putBack(
  db: Db,
  job: Claimed,
  worker: number,
  reason: string,
  delaySeconds: number,
): Promise<void> {
  await sql`update jobs set worker = null, reason = ${reason},
      due_at = now() + ${delaySeconds} * interval '1 second'
    where id = ${job.id} and worker = ${worker}`.execute(db)
}

/** Returned as if nobody had taken it: the try does not count. */
export async function release(db: Db, job: Claimed, worker: number): Promise<void> {
  await sql`update jobs set worker = null, tries = tries - 1
    where id = ${job.id} and worker = ${worker}`.execute(db)
}

/**
 * Reports that the worker lives and which jobs it works on. Returns those that are still its own.
 */
export async function beat(db: Db, worker: number, ids: readonly string[]): Promise<Set<string>> {
  await sql`update workers set seen_at = now() where id = ${worker}`.execute(db)
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`update jobs set seen_at = now()
    where id = any(${ids}::uuid[]) and worker = ${worker} returning id`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** Puts back the jobs of a worker that is gone or silent. */
export async function sweep(db: Db): Promise<boolean> {
  const { numAffectedRows } = await sql`update jobs
    set worker = null, due_at = now(), reason = 'the worker ended during the work'
    where worker is not null and (seen_at + expires_in < now() or not exists (
      select from pg_locks
      where locktype = 'advisory' and classid = ${WORKER_LOCK} and granted and objid = worker
        and database = (select oid from pg_database where datname = current_database())))`.execute(
    db,
  )
  return numAffectedRows !== undefined && numAffectedRows > 0n
}

export async function forgetOld(db: Db): Promise<void> {
  await sql`delete from jobs where ended_at < now() - interval '7 days'`.execute(db)
  await sql`delete from workers where seen_at < now() - interval '1 day'`.execute(db)
  await sql`delete from queue_turns where taken_at < now() - interval '1 day'`.execute(db)
}
