import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { readCopyAges } from './features/audit/copy-ages.ts'
import { readAges } from './features/backup/age.ts'
import { openDatabase, type Db } from './platform/database/database.ts'
import { startEmbedded } from './platform/database/embedded-database.ts'
import { prepareDatabase } from './platform/database/prepare.ts'
import { openEvents } from './platform/events/events-notify.ts'
import type { Events } from './platform/events/events.ts'
import { hasRoom } from './platform/files/disk.ts'
import type { Claim, Files } from './platform/files/files.ts'
import { openFiles } from './platform/files/open.ts'
import { openKeys, type Keys } from './platform/keys/keys.ts'
import { openLog } from './platform/log.ts'
import { openQueue } from './platform/queue/open-queue.ts'
import type { Queue } from './platform/queue/queue.ts'
import { openReadiness, type Readiness } from './readiness.ts'

/** The objects that every service works with. They are built once and closed once. */
export interface Context {
  /** Holds the address of the database that was started, where none was configured. */
  config: Config & { databaseUrl: string }
  log: Logger
  db: Db
  keys: Keys
  files: Files
  queue: Queue
  events: Events
  now: () => Date
  /** Aborted when the program begins to close. */
  ended: AbortSignal
  /** Whether the disk has room for more records and files. */
  hasRoom(claim?: Claim, bytes?: number): Promise<boolean>
  /** The parts that answer now. A worker may be absent while the rest works. */
  ready(): Promise<Readiness>
}

export interface BuiltContext {
  context: Context
  /** Closes everything that was opened, in reverse order. */
  close(): Promise<void>
}

export async function buildContext(
  config: Config,
  now: () => Date = () => new Date(),
  log: Logger = openLog(config.logLevel),
): Promise<BuiltContext> {
  const closers: (() => Promise<void>)[] = []
  const ending = new AbortController()
  const close = async () => {
    ending.abort()
    for (const end of closers.splice(0).reverse()) {
      // A part that fails to close must not keep the database from stopping.
      await end().catch((error: unknown) => log.error({ err: error }, 'a part did not close'))
    }
  }
  try {
    let url = config.databaseUrl
    let migrationUrl = config.migrationDatabaseUrl
    if (url === null) {
      const embedded = await startEmbedded({ dataDir: config.dataDir, log })
      closers.push(() => embedded.stop())
      url = embedded.serviceUrl
      migrationUrl = embedded.url
    }
    await prepareDatabase({ url, migrationUrl })
    const database = openDatabase(url, log)
    closers.push(() => database.close())
    const { db } = database
    const keys = await openKeys(db, now)
    closers.push(() => {
      keys.close()
      return Promise.resolve()
    })
    const files = await openFiles(config, keys, now)
    const queue = openQueue({ db, url, log })
    closers.push(() => queue.stop())
    const events = openEvents(url, log)
    closers.push(() => events.close())
    const { backup } = config
    const ready = openReadiness({
      db,
      files,
      queue,
      hasRoom: () => hasRoom(config),
      auditCopy: () => readCopyAges(db, config, now()),
      backup: () => (backup === null ? null : readAges(backup.dir, now())),
    })
    const filled = { ...config, databaseUrl: url }
    return {
      context: {
        config: filled,
        log,
        db,
        keys,
        files,
        queue,
        events,
        now,
        ended: ending.signal,
        ready,
        hasRoom: (claim, bytes) => hasRoom(config, claim, bytes),
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
