import { sql } from 'kysely'
import type PgBoss from 'pg-boss'
import type { Db } from '../database/database.ts'
import { executor } from './executor.ts'

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

export function claimNext(
  db: Db,
  boss: PgBoss,
  name: string,
  worker: number,
): Promise<Claimed | null> {
  return db.transaction().execute(async (trx) => {
    const [job] = await boss.fetch(name, { includeMetadata: true, db: executor(trx) })
    if (!job) return null
    const reason = (job.output as Output | null)?.reason ?? ''
    await sql`update pgboss.job
      set output = jsonb_build_object('worker', ${worker}::int, 'reason', ${reason}::text)
      where name = ${name} and id = ${job.id}`.execute(trx)
    return { id: job.id, name, data: job.data, attempt: job.retryCount + 1, reason }
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
}
