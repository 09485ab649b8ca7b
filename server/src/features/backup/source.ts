import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { runningSuperuserUrl } from '../../platform/database/embedded/running.ts'
import { startEmbedded } from '../../platform/database/embedded-database.ts'
import type { Files } from '../../platform/files/files.ts'
import { openFiles } from '../../platform/files/open.ts'
import { openKeys } from '../../platform/keys/keys.ts'
import type { Embedded } from './cluster.ts'
import { BackupFault } from './fault.ts'

/** What a backup is made of. */
export interface Source {
  database: Embedded
  files: Files
  /** Verifying restores into a folder below it. */
  dataDir: string
}

/** The superuser's address of the program's own database. */
export function inProgramDatabase(superuserUrl: string): string {
  const url = new URL(superuserUrl)
  url.pathname = '/mingmou'
  return url.href
}

/** The embedded server of this configuration, where it runs; null otherwise. */
export async function embeddedOf(config: Config): Promise<Embedded | null> {
  const url = await runningSuperuserUrl(config.dataDir)
  if (url === null) return null
  // A worker is given the address of the server that its web process has started.
  const isOther =
    config.databaseUrl !== null && new URL(config.databaseUrl).host !== new URL(url).host
  return isOther ? null : { home: join(config.dataDir, 'database'), url: inProgramDatabase(url) }
}

/** Opens what a command backs up, whether the program runs or not. */
export async function openSource(
  config: Config,
  log: Logger,
): Promise<{ source: Source; close(): Promise<void> }> {
  const home = join(config.dataDir, 'database')
  let database = await embeddedOf(config)
  if (database === null && config.databaseUrl !== null) {
    throw new BackupFault('DATABASE_URL: a database of its own is backed up by its own tools')
  }
  if (database === null && !existsSync(home)) {
    throw new BackupFault(`DATA_DIR: there is no database below ${config.dataDir}`)
  }
  const started = database === null ? await startEmbedded({ dataDir: config.dataDir, log }) : null
  database ??= { home, url: inProgramDatabase(started?.superuserUrl ?? '') }
  const opened = openDatabase(database.url, log, 2)
  const files = await openFiles(config, await openKeys(opened.db), () => new Date())
  return {
    source: { database, files, dataDir: config.dataDir },
    async close() {
      await opened.close()
      await started?.stop()
    },
  }
}
