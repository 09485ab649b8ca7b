import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { clientConfig } from '../database/database.ts'
import { WORKER_LOCK } from './claims.ts'

export const CHANNEL = 'mingmou_jobs'
/** A machine that vanishes loses its lock within half a minute. */
const KEEPALIVE = '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3'

export interface WorkerSession {
  /** This worker's number; null while the database is away. */
  worker(): number | null
  /** This worker works on every kind of job, after a broken connection too. */
  declareComplete(): Promise<void>
  end(): Promise<void>
}

interface Options {
  url: string
  log: Logger
  onJob: (name: string) => void
  /** A new session: everything may have changed meanwhile. */
  onBegin: () => void
  /** The lock is gone, so others take this worker for dead. */
  onLost: () => void
}

/**
 * The one connection on which the worker's life depends: it holds the lock, and listens for new
 * jobs.
 */
export async function openWorkerSession(options: Options): Promise<WorkerSession> {
  let current: { client: pg.Client; worker: number } | null = null
  let complete = false
  const ending = new AbortController()

  const begin = async () => {
    const config = clientConfig(options.url, 'mingmou_app')
    const client = new pg.Client({ ...config, options: `${config.options ?? ''} ${KEEPALIVE}` })
    client.on('error', (error) => options.log.warn({ err: error }, 'queue connection lost'))
    client.on('notification', ({ payload }) => options.onJob(payload ?? ''))
    client.once('end', () => {
      if (current?.client !== client) return
      current = null
      if (ending.signal.aborted) return
      options.onLost()
      void resume()
    })
    try {
      await client.connect()
      const { rows } = await client.query<{ id: number }>(
        `insert into workers (complete) values ($1) returning id, pg_advisory_lock(${WORKER_LOCK}, id)`,
        [complete],
      )
      await client.query(`listen ${CHANNEL}`)
      current = { client, worker: Number(rows[0]?.id) }
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    options.onBegin()
  }
  const resume = async () => {
    while (!ending.signal.aborted) {
      try {
        await begin()
        return
      } catch (error) {
        options.log.warn({ err: error }, 'the queue waits for the database')
        await delay(500, undefined, { signal: ending.signal }).catch(() => undefined)
      }
    }
  }

  await begin()
  return {
    worker: () => current?.worker ?? null,
    async declareComplete() {
      complete = true
      await current?.client.query('update workers set complete = true where id = $1', [
        current.worker,
      ])
    },
    async end() {
      ending.abort()
      if (!current) return
      const { client, worker } = current
      await client.query('delete from workers where id = $1', [worker]).catch(() => undefined)
      await client.end()
    },
  }
}
