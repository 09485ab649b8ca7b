import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { RESTORING } from '../../platform/database/embedded-database.ts'
import { openFiles } from '../../platform/files/open.ts'
import { openKeys } from '../../platform/keys/keys.ts'
import { putBackAnchor, readAnchors, readNoted } from '../audit/anchors.ts'
import { verifyChain, type Verified } from '../audit/chain.ts'
import { describe } from '../audit/verify.ts'
import { choose, type Chosen } from './chosen.ts'
import { BackupFault } from './fault.ts'
import { recover, unpackCluster } from './recover.ts'
import { inProgramDatabase } from './source.ts'
import { putBack } from './stored-files.ts'
import type { Vault } from './vault.ts'
import { clear, compareTables } from './verify.ts'

export interface Restored {
  chosen: Chosen
  audit: Verified
}

/**
 * Restores into a folder beside the places of database and files, checks it there, and moves it into
 * place whole. As long as that folder is there the program does not start.
 */
export async function restore(
  vault: Vault,
  config: Config,
  until: Date | null,
  log: Logger,
): Promise<Restored> {
  const places = [join(config.dataDir, 'files'), join(config.dataDir, 'database')]
  const folder = join(config.dataDir, RESTORING)
  // What lies in the places while that folder is there was moved by a restore that did not end.
  const interrupted = existsSync(folder)
  if (config.databaseUrl !== null) {
    throw new BackupFault('DATABASE_URL: this backup is of the embedded server; leave it out')
  }
  const taken = places.find((place) => existsSync(place))
  if (taken !== undefined && !interrupted) {
    throw new BackupFault(`DATA_DIR: ${taken} exists; restore into an empty folder`)
  }
  const chosen = await choose(vault, until)
  await clear(folder)
  for (const place of places) await rm(place, { recursive: true, force: true })
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const audit = await restoreInto(folder, vault, config, chosen, until, log)
    for (const place of places) {
      const made = place.replace(config.dataDir, folder)
      if (existsSync(made)) await rename(made, place)
    }
    return { chosen, audit }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC') {
      throw new BackupFault(`DATA_DIR: ${config.dataDir} is full; nothing was restored`)
    }
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function restoreInto(
  folder: string,
  vault: Vault,
  config: Config,
  chosen: Chosen,
  until: Date | null,
  log: Logger,
): Promise<Verified> {
  const { manifest, segments } = chosen
  await unpackCluster(vault, manifest.database, segments, folder)
  const server = await recover(folder, until === null ? 'newest' : { until }, log, false)
  const url = inProgramDatabase(server.superuserUrl)
  const database = openDatabase(url, log, 2)
  try {
    if (chosen.exact) await compareTables(url, manifest)
    const keys = await openKeys(database.db)
    const files = await openFiles({ ...config, dataDir: folder }, keys, () => new Date())
    for await (const { key } of files.list('')) {
      throw new BackupFault(`The store of files is not empty (${key}): name an empty one`)
    }
    await putBack(vault, chosen.files, files)
    await putBackAnchor(files, await readNoted(database.db))
    const audit = await verifyChain(database.db, [...(await readAnchors(files)), chosen.head])
    const [fault] = audit.faults
    if (fault) throw new BackupFault(`The audit log of the backup is not whole: ${describe(fault)}`)
    return audit
  } finally {
    await database.close()
    await server.stop()
  }
}
