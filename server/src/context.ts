import type { Kysely, Transaction } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Tables } from './platform/database/tables.ts'
import type { Events } from './platform/events/events.ts'
import type { Files } from './platform/files/files.ts'
import type { Queue } from './platform/queue/queue.ts'

export type Db = Kysely<Tables>
export type Trx = Transaction<Tables>

/** What every service works with; built once, closed once. */
export interface Context {
  config: Config
  log: Logger
  db: Db
  files: Files
  queue: Queue
  events: Events
  now: () => Date
  /** What answers now; a worker may be absent while the rest works. */
  ready(): Promise<Readiness>
}

export interface Readiness {
  database: boolean
  files: boolean
  worker: boolean
}
