import pg from 'pg'
import type { Logger } from 'pino'
import { copyCluster } from './cluster.ts'
import { BackupFault } from './fault.ts'
import { readKept } from './kept.ts'
import type { KeptFile, Manifest } from './manifest.ts'
import type { Source } from './source.ts'
import { byKey, keepFiles } from './stored-files.ts'
import { nameOf, type Vault } from './vault.ts'
import { verify } from './verify.ts'

/** Heads of the audit log lie there, one a day, and must not be newer than the log. */
export const HEADS = 'audit/'

/**
 * Makes a backup and restores it into an empty folder. Only what came back whole is named a backup;
 * anything else leaves nothing.
 */
export async function makeBackup(source: Source, vault: Vault, log: Logger): Promise<Manifest> {
  const manifest = await gather(source, vault)
  await verify(vault, manifest, source.dataDir, log)
  await vault.write('backups', nameOf(new Date(manifest.at)), manifest)
  return manifest
}

/**
 * Files are durable before a row names them. So those from before the marked point are kept first, and
 * then those that came while the database was copied.
 */
async function gather({ database, files }: Source, vault: Vault): Promise<Manifest> {
  const known = (await readKept(vault))?.files ?? new Map<string, KeptFile>()
  const early = byKey(await keepFiles(files, vault, known))
  const { at, tables, head, database: cluster } = await copyCluster(database, vault)
  const since = (key: string) => !early.has(key) && !key.startsWith(HEADS)
  const late = await keepFiles(files, vault, new Map(), since)
  return {
    version: 1,
    at: at.toISOString(),
    database: cluster,
    tables,
    head,
    files: [...early.values(), ...late],
  }
}

/** A lock was not had in time. */
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * One at a time works on the backups of a database, and what fails leaves nothing. The lock ends with
 * the session, however that ends.
 */
export async function alone<T>(
  { database }: Source,
  vault: Vault,
  work: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    // The server takes a moment to see that a killed one is gone.
    await client.query("set lock_timeout = '5s'")
    await client.query('select pg_advisory_lock(4071, 2)').catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error
      throw new BackupFault('Another backup is being made: wait for its end')
    })
    // What a killed one was writing.
    await vault.discard()
    return await work().catch(async (error: unknown) => {
      await vault.discard()
      throw error
    })
  } finally {
    await client.end()
  }
}
