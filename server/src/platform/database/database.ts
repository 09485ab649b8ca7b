import { Kysely, PostgresDialect, type Transaction, type TransactionBuilder } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import { KeepingClient } from './planned-once.ts'
import type { Tables } from './tables.ts'
import { waits, within } from './within.ts'

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

export type DatabaseRole = 'mingmou_app' | 'mingmou_owner'

/** Dates stay text: a date of birth has no time zone that could move it. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.DATE, (text: string) => text)

/**
 * What a person waits for is read by an index, on one core. By its estimates alone the planner reads whole tables of a
 * million patients, in parallel, to count a page that ends at 10,000.
 */
const PLANS: Readonly<Record<DatabaseRole, string>> = {
  mingmou_app: '-c enable_seqscan=off -c max_parallel_workers_per_gather=0',
  mingmou_owner: '',
}

/** A process that computes beside, as a single one does, may not read the answer for many seconds. */
export const CONNECT_MS = 30_000

/** Every connection starts in the given role, whichever user the address names. */
export function clientConfig(url: string, role: DatabaseRole): pg.ClientConfig {
  return {
    connectionString: url,
    options: `-c role=${role} ${PLANS[role]}`,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    types,
    application_name: 'mingmou',
  }
}

/** Broken connections are replaced. A query that was using one fails. */
export function openPool(url: string, role: DatabaseRole, max: number, log?: Logger): pg.Pool {
  const pool = new pg.Pool({ ...clientConfig(url, role), max, Client: KeepingClient })
  pool.on('error', (error) => {
    if (!pool.ending) log?.warn({ err: error }, 'database connection lost')
  })
  // A broken connection without a listener would end the program.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export interface Database {
  db: Db
  close(): Promise<void>
}

/** What PostgreSQL asks to be tried again: serialization_failure, deadlock_detected. */
const AGAIN: readonly unknown[] = ['40001', '40P01']

/**
 * Tries a transaction once more where it and another waited for each other. All of the first try
 * was rolled back, so a transaction does nothing but its queries.
 */
class Persistent extends Kysely<Tables> {
  readonly #log: Logger

  constructor(pool: pg.Pool, log: Logger) {
    super({ dialect: new PostgresDialect({ pool }) })
    this.#log = log
  }

  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = async (work) => {
      const once = () => execute((trx) => within(this.#log, () => work(trx)))
      try {
        return await once()
      } catch (error) {
        if (!(error instanceof pg.DatabaseError) || !AGAIN.includes(error.code)) throw error
        this.#log.warn({ code: error.code }, 'a transaction is tried again')
        return once()
      }
    }
    return builder
  }
}

/** A transaction has its connection, and waits for no second one. */
function noteSecond(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => Promise<pg.PoolClient>
  const noting = (...given: unknown[]) => {
    waits('a second connection')
    return connect(...given)
  }
  pool.connect = noting as typeof pool.connect
}

/** The application's connection to the database, in the role that row-level security binds. */
export function openDatabase(url: string, log: Logger, max = 10): Database {
  const pool = openPool(url, 'mingmou_app', max, log)
  noteSecond(pool)
  const db = new Persistent(pool, log)
  return { db, close: () => db.destroy() }
}
