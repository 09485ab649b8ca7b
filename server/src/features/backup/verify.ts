import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Logger } from 'pino'
import { clusterFolder } from '../../platform/database/embedded/folder.ts'
import { runningServer, stopServer } from '../../platform/database/embedded/postmaster.ts'
import { differing, digestTables } from './digest.ts'
import { BackupFault } from './fault.ts'
import type { Manifest } from './manifest.ts'
import { recover, unpackCluster } from './recover.ts'
import { inProgramDatabase } from './source.ts'
import { readBack } from './stored-files.ts'
import type { Vault } from './vault.ts'

/**
 * Restores the database into an empty folder, starts it, and compares every table. Reads every file
 * back without writing it.
 */
export async function verify(
  vault: Vault,
  manifest: Manifest,
  dataDir: string,
  log: Logger,
): Promise<void> {
  await readBack(vault, manifest.files)
  const folder = join(dataDir, 'verifying')
  await clear(folder)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const { database } = manifest
    await unpackCluster(vault, database, database.segments, folder)
    const server = await recover(folder, { point: database.point }, log, true)
    try {
      await compareTables(inProgramDatabase(server.superuserUrl), manifest)
    } finally {
      await server.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Every table must hold what was counted when the backup was made. */
export async function compareTables(url: string, { tables }: Manifest): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const different = differing(tables, await digestTables(client))
    if (different.length > 0) {
      throw new BackupFault(`What came back differs in ${different.join(', ')}`)
    }
  } finally {
    await client.end()
  }
}

/** Removes what an ended run has left, with the server that it may have left running. */
export async function clear(folder: string): Promise<void> {
  const server = await runningServer(clusterFolder(join(folder, 'database')))
  if (server) await stopServer(server.pid)
  await rm(folder, { recursive: true, force: true })
}
