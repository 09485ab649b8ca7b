import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

export type DatabaseRole = 'mingmou_app' | 'mingmou_owner'

/** Dates stay text: a date of birth has no time zone that could move it. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.DATE, (text: string) => text)

/** Every connection starts in the given role, whoever the address logs in. */
export function clientConfig(url: string, role: DatabaseRole): pg.ClientConfig {
  return {
    connectionString: url,
    options: `-c role=${role}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types,
    application_name: 'mingmou',
  }
}

/** Connections that break are replaced; whoever was using one has his query fail. */
export function openPool(url: string, role: DatabaseRole, max: number, log?: Logger): pg.Pool {
  const pool = new pg.Pool({ ...clientConfig(url, role), max })
  pool.on('error', (error) => {
    if (!pool.ending) log?.warn({ err: error }, 'database connection lost')
  })
  // In use, a connection that breaks without a listener would end the program.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

export interface Database {
  db: Db
  close(): Promise<void>
}

/** The application's door to the database, in the role that row-level security binds. */
export function openDatabase(url: string, log: Logger, max = 10): Database {
  const pool = openPool(url, 'mingmou_app', max, log)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, close: () => db.destroy() }
}
