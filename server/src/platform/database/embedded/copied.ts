import { chmod, chown, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartRefused } from '../../../start-refused.ts'
import { clusterFolder, exists } from './folder.ts'
import type { SystemUser } from './system-user.ts'

const placeOf = (home: string) => join(home, 'place')

/** Remembers which folder the server runs in: a copy is another folder. */
export async function markPlace(home: string): Promise<void> {
  await writeFile(placeOf(home), String((await stat(clusterFolder(home))).ino), { flush: true })
}

/**
 * A copy made while the server ran holds files of different moments, and starts all the same. Its
 * `postmaster.pid` says that it ran, and the folder is not the one it ran in.
 */
export async function refuseTornCopy(home: string): Promise<void> {
  const cluster = clusterFolder(home)
  const running = join(cluster, 'postmaster.pid')
  // A power cut may leave it empty.
  const place = await readFile(placeOf(home), 'utf8').catch(() => '')
  if (place === '' || !(await exists(running))) return
  if (place === String((await stat(cluster)).ino)) return
  throw new StartRefused(
    `DATA_DIR: ${home} was copied while its database ran or after a crash: stop the program and copy it again, or restore a backup; if it had crashed and is whole, remove ${running}`,
  )
}

/** Files that were copied by another user are given back to the database's. */
export async function takeOver(cluster: string, user: SystemUser | null): Promise<void> {
  const found = await stat(cluster).catch(() => null)
  if (found === null) return
  const inside = await stat(join(cluster, 'PG_VERSION')).catch(() => null)
  if (inside === null) {
    throw new StartRefused(`DATA_DIR: ${cluster} is no whole database; restore a backup`)
  }
  const uid = user?.uid ?? process.getuid?.()
  if (uid === undefined) return
  if (found.uid !== uid || inside.uid !== uid) {
    if (user === null) {
      throw new StartRefused(
        `DATA_DIR: ${cluster} belongs to another user: run chown -R ${uid} on it, or start as that user`,
      )
    }
    for (const entry of await readdir(cluster, { recursive: true, withFileTypes: true })) {
      await chown(join(entry.parentPath, entry.name), user.uid, user.gid)
    }
    await chown(cluster, user.uid, user.gid)
  }
  // PostgreSQL refuses a folder that others may enter.
  if ((found.mode & 0o077) !== 0) await chmod(cluster, 0o700)
}
