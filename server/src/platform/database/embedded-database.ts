import type { ChildProcess } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isAlive } from './embedded/alive.ts'
import { StartRefused } from '../../start-refused.ts'
import { findBinaries } from './embedded/binaries.ts'
import { claim, inUse, isClaimed, programUrls } from './embedded/claim.ts'
import {
  clusterFolder,
  createCluster,
  exists,
  readPassword,
  sweepLeftovers,
} from './embedded/folder.ts'
import { markPlace, refuseTornCopy, takeOver } from './embedded/copied.ts'
import { keepRunning } from './embedded/keeper.ts'
import { freePort, launch, runningServer, stopServer } from './embedded/postmaster.ts'
import type { Launch } from './embedded/postmaster.ts'
import { databaseUser } from './embedded/system-user.ts'

export interface EmbeddedDatabase {
  /** The program's own database and its owner. */
  url: string
  /** The same database, for a login that cannot become the owner. */
  serviceUrl: string
  /** Used by tests, which make databases. */
  superuserUrl: string
  stop(): Promise<void>
}

interface Options {
  dataDir: string
  log: Logger
  /** No fsync. For tests alone. */
  fast?: boolean
  /** Settings of this start alone, as a recovery needs them. */
  settings?: Readonly<Record<string, string>>
}

/** There as long as a restore into the data folder has not ended. */
export const RESTORING = 'restoring'

/**
 * A PostgreSQL server below the data folder: made, started, watched and stopped with the program.
 */
export async function startEmbedded(options: Options): Promise<EmbeddedDatabase> {
  const { dataDir, log, fast = false, settings = {} } = options
  const home = join(dataDir, 'database')
  if (await exists(join(dataDir, RESTORING))) {
    throw new StartRefused(
      `DATA_DIR: a restore into ${dataDir} did not end; run npm run restore again`,
    )
  }
  const cluster = clusterFolder(home)
  await refuseTornCopy(home)
  const user = await databaseUser(cluster)
  await takeOver(cluster, user)
  const binaries = await findBinaries(user)
  await sweepLeftovers(home)
  if (!(await exists(home))) await createCluster(home, binaries, user, fast)
  const password = await readPassword(home)
  const address = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`

  await stopOrphan(home, address, log)
  await writeFile(join(home, 'starter'), String(process.pid))
  await markPlace(home)
  const onLine = (line: string) => log.debug({ line }, 'postgresql')
  const { child, plan } = await start(home, {
    cluster,
    binaries,
    user,
    fast,
    settings,
    onLine,
  })
  const superuserUrl = address(plan.port)
  const held = await claim(superuserUrl)
  if (!held) throw inUse(home)
  const keeper = keepRunning(child, held, plan, superuserUrl, log)
  try {
    return { ...(await programUrls(superuserUrl)), superuserUrl, stop: () => keeper.stop() }
  } catch (error) {
    await keeper.stop()
    throw error
  }
}

/** A killed program leaves its server behind. A living one holds its claim. */
async function stopOrphan(home: string, address: (port: number) => string, log: Logger) {
  const starter = Number(await readFile(join(home, 'starter'), 'utf8').catch(() => '0'))
  // A living server without a claim may be starting just now: it gets two seconds.
  const patience = Date.now() + 2_000
  for (;;) {
    const server = await runningServer(clusterFolder(home))
    if (!server) return
    // A stopping server answers no more, and is gone at the next check.
    const claimed = await isClaimed(address(server.port)).catch(() => null)
    if (claimed === true) throw inUse(home)
    const abandoned = starter === process.pid || !isAlive(starter) || Date.now() > patience
    if (claimed === false && abandoned) {
      log.warn({ server: server.pid }, 'stopping a database that a killed program left running')
      await stopServer(server.pid)
      return
    }
    if (claimed === null && Date.now() > patience + 8_000) {
      throw new StartRefused(
        `The database of ${home} (process ${server.pid}) does not answer: stop that process, then start again`,
      )
    }
    await delay(50)
  }
}

async function start(
  home: string,
  options: Omit<Launch, 'port'>,
): Promise<{ child: ChildProcess; plan: Launch }> {
  const patience = Date.now() + 10_000
  for (;;) {
    const plan = { ...options, port: await freePort() }
    try {
      return { child: await launch(plan), plan }
    } catch (error) {
      const reason = error instanceof Error ? error.message : ''
      const full = reason.includes('No space left on device')
      if (reason.includes('postmaster.pid') && !full) throw inUse(home)
      // The port was taken since the check, or the last children of a killed server are still
      // ending.
      const passing = reason.includes('TCP/IP') || reason.includes('shared memory block')
      if (!passing || Date.now() > patience) throw error
      await delay(100)
    }
  }
}
