import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { Db } from '../database/database.ts'
import { createBell, type Bell } from './bell.ts'
import {
  beat,
  claimNext,
  finish,
  forgetOld,
  putBack,
  release,
  sweep,
  type Claimed,
} from './claims.ts'
import type { GiveUp, Handler, Job, Queue } from './queue.ts'
import { CHANNEL, openWorkerSession, type WorkerSession } from './worker-session.ts'

const POLL_MS = 1_000
const BEAT_MS = 1_000
const BEATS_PER_FORGETTING = 3_600

/** Jobs in the database. Those of a dead worker go back within seconds. */
export function openQueue({ db, url, log }: { db: Db; url: string; log: Logger }): Queue {
  const bells = new Map<string, Bell>()
  const running = new Map<string, AbortController>()
  const loops: Promise<void>[] = []
  const stopping = new AbortController()
  let session: Promise<WorkerSession> | null = null

  const startSession = async () => {
    const opened = await openWorkerSession({
      url,
      log,
      onJob: (name) => bells.get(name)?.ring(),
      onBegin: ringAll,
      onLost: () => running.forEach((controller) => controller.abort()),
    })
    loops.push(tendAlways(opened))
    return opened
  }
  const ringAll = () => bells.forEach((bell) => bell.ring())
  const report = (error: unknown) => log.warn({ err: error }, 'the queue could not be tended')

  const tendAlways = async (opened: WorkerSession) => {
    for (let beats = 0; !stopping.signal.aborted; beats++) {
      await tend(opened).catch(report)
      if (beats % BEATS_PER_FORGETTING === 0) await forgetOld(db).catch(report)
      await delay(BEAT_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const tend = async (opened: WorkerSession) => {
    const worker = opened.worker()
    if (worker === null) return
    const ids = [...running.keys()]
    const still = await beat(db, worker, ids)
    for (const id of ids) if (!still.has(id)) running.get(id)?.abort()
    if (await sweep(db)) ringAll()
  }

  async function run<Data extends z.ZodType>(
    claimed: Claimed,
    worker: number,
    job: Job<Data>,
    handler: Handler<z.output<Data>>,
    giveUp: GiveUp<z.output<Data>>,
  ): Promise<void> {
    const { id, attempt } = claimed
    const parsed = job.data.safeParse(claimed.data)
    if (!parsed.success) {
      log.error({ job: job.name, id }, 'a job that this program cannot read was set aside')
      await finish(db, claimed, worker, 'failed')
      return
    }
    const cancelling = new AbortController()
    running.set(id, cancelling)
    try {
      if (attempt > job.attempts) {
        await giveUp(parsed.data, claimed.reason)
        await finish(db, claimed, worker, 'failed')
      } else {
        const signal = AbortSignal.any([cancelling.signal, stopping.signal])
        const last = attempt === job.attempts
        await handler({ id, data: parsed.data, attempt, last, signal })
        await finish(db, claimed, worker, 'done')
      }
    } catch (error) {
      if (stopping.signal.aborted) {
        await release(db, claimed, worker)
        return
      }
      log.warn({ err: error, job: job.name, id, attempt }, 'a job failed')
      const reason = error instanceof Error ? error.message : 'unknown'
      const wait = attempt === job.attempts ? 0 : job.retryDelaySeconds
      await putBack(db, claimed, worker, reason, wait)
      if (wait === 0) bells.get(job.name)?.ring()
    } finally {
      running.delete(id)
    }
  }

  return {
    async send(trx, job, data, turn, afterSeconds = 0) {
      job.data.parse(data)
      // Jobs of one transaction are of one time: these numbers keep their order.
      const id = newId()
      await sql`insert into jobs (id, name, data, lane, person, batch, expires_in, due_at)
        values (${id}, ${job.name}, ${JSON.stringify(data)}, ${turn?.lane ?? null},
          ${turn?.person ?? null}, ${turn?.batch ?? false}, ${job.expireSeconds} * interval '1 second',
          now() + ${afterSeconds} * interval '1 second')`.execute(trx)
      await sql`select pg_notify(${CHANNEL}, ${job.name})`.execute(trx)
      return id
    },

    async work(job, handler, giveUp) {
      const bell = createBell()
      bells.set(job.name, bell)
      session ??= startSession()
      const opened = await session
      const loop = async () => {
        while (!stopping.signal.aborted) {
          const worker = opened.worker()
          try {
            const claimed = worker === null ? null : await claimNext(db, job.name, worker)
            if (claimed && worker !== null) await run(claimed, worker, job, handler, giveUp)
            else await bell.wait(POLL_MS)
          } catch (error) {
            report(error)
            await bell.wait(POLL_MS)
          }
        }
      }
      loops.push(loop())
    },

    async areWorkedOn(on, ids) {
      const { rows } = await sql<{ found: boolean }>`select exists (select from jobs
        where id = any(${[...ids]}::uuid[]) and worker is not null) as found`.execute(on)
      return rows[0]?.found === true
    },

    async isBusy(jobs) {
      const names = jobs.map(({ name }) => name)
      const { rows } = await sql<{ busy: boolean }>`select exists (select from jobs
        where name = any(${names}) and ended_at is null and due_at <= now()) as busy`.execute(db)
      return rows[0]?.busy === true
    },

    async declareComplete() {
      await (await session)?.declareComplete()
    },

    async workerAlive() {
      const { rows } = await sql<{ alive: boolean }>`select exists (
        select from workers where complete and seen_at > now() - interval '30 seconds') as alive`.execute(
        db,
      )
      return rows[0]?.alive === true
    },

    async stop() {
      stopping.abort()
      ringAll()
      await Promise.all(loops)
      await (await session)?.end()
    },
  }
}
