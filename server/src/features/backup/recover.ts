import { chmod, chown, mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { clusterFolder } from '../../platform/database/embedded/folder.ts'
import { databaseUser } from '../../platform/database/embedded/system-user.ts'
import { startEmbedded, type EmbeddedDatabase } from '../../platform/database/embedded-database.ts'
import { BackupFault } from './fault.ts'
import type { Cluster, Segment } from './manifest.ts'
import { readPieces } from './pieces.ts'
import type { Vault } from './vault.ts'

export type Target = { point: string } | { until: Date } | 'newest'

/** Writes the folder of the embedded server below an empty data folder, ready to recover. */
export async function unpackCluster(
  vault: Vault,
  database: Cluster,
  segments: readonly Segment[],
  dataDir: string,
): Promise<void> {
  const home = join(dataDir, 'database')
  const cluster = clusterFolder(home)
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  await writeFile(join(home, 'password'), database.password, { mode: 0o600 })
  const user = await databaseUser(cluster)
  const own = async (path: string) => {
    if (user) await chown(path, user.uid, user.gid)
  }
  await own(cluster)
  for (const folder of database.folders) {
    await mkdir(join(cluster, folder), { mode: 0o700 })
    await own(join(cluster, folder))
  }
  const source = new Reader(readPieces(vault, database.pieces))
  for (const [name, size] of database.files) {
    await writeWhole(join(cluster, name), source.take(size))
    await own(join(cluster, name))
  }
  for (const { name, pieces } of segments) {
    const path = join(cluster, 'pg_wal', name)
    await writeWhole(path, readPieces(vault, pieces))
    await own(path)
  }
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
  await own(join(cluster, 'recovery.signal'))
  await chmod(cluster, 0o700)
}

/** Starts the server, which replays its log up to the target and then is a server like any other. */
export async function recover(
  dataDir: string,
  target: Target,
  log: Logger,
  fast: boolean,
): Promise<EmbeddedDatabase> {
  const settings = {
    // All of the log lies in its folder already.
    restore_command: 'exit 1',
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    ...(target === 'newest'
      ? {}
      : 'point' in target
        ? { recovery_target_name: target.point }
        : { recovery_target_time: target.until.toISOString().replace('Z', '+00') }),
  }
  try {
    return await startEmbedded({ dataDir, log, fast, settings })
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown'
    // Nothing was committed after that moment: all of the log is what was asked for.
    if (target !== 'newest' && 'until' in target && reason.includes('before configured recovery')) {
      return recover(dataDir, 'newest', log, fast)
    }
    throw new BackupFault(`The database of the backup does not start: ${reason.split('\n')[0]}`)
  }
}

/** Takes a number of bytes at a time from a stream. */
class Reader {
  readonly #stream: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: AsyncGenerator<Buffer>) {
    this.#stream = stream
  }

  async *take(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0;) {
      if (this.#rest.length === 0) {
        const next = await this.#stream.next()
        if (next.done === true) throw new BackupFault('The backup ends before its database does')
        this.#rest = next.value
      }
      const part = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(part.length)
      left -= part.length
      yield part
    }
  }
}

/** The server itself makes all files durable before it recovers. */
async function writeWhole(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const part of content) await file.write(part)
  } finally {
    await file.close()
  }
}
