import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { platform } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartRefused } from '../../../start-refused.ts'
import { isAlive } from './alive.ts'
import type { Binaries } from './binaries.ts'
import type { SystemUser } from './system-user.ts'

const run = promisify(execFile)

export const clusterFolder = (home: string) => join(home, 'cluster')

/** The superuser's password, made with the cluster and readable by this user alone. */
export const readPassword = (home: string) => readFile(join(home, 'password'), 'utf8')

/**
 * Makes the cluster in a folder beside and moves it into place whole. An interrupted attempt leaves
 * nothing.
 */
export async function createCluster(
  home: string,
  binaries: Binaries,
  user: SystemUser | null,
  fast: boolean,
): Promise<void> {
  await mkdir(dirname(home), { recursive: true })
  const fresh = await mkdtemp(`${home}.new-${process.pid}-`)
  try {
    const cluster = clusterFolder(fresh)
    const handed = join(fresh, 'handed-over')
    const password = randomBytes(32).toString('base64url')
    await mkdir(cluster, { mode: 0o700 })
    await writeSecret(join(fresh, 'password'), password)
    await writeSecret(handed, password)
    if (user) for (const path of [fresh, cluster, handed]) await chown(path, user.uid, user.gid)
    const at = reachablePath(cluster, user)
    await run(
      binaries.initdb,
      [
        `--pgdata=${at}`,
        `--pwfile=${at}/../handed-over`,
        '--username=postgres',
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C.UTF-8',
        ...(fast ? ['--no-sync'] : []),
      ],
      { ...user, cwd: cluster, env: databaseEnv() },
    ).catch((error: unknown) => {
      throw new StartRefused(`The database could not be made in ${home}: ${lastLine(error)}`)
    })
    await rm(handed)
    await rename(fresh, home).catch(async (error: unknown) => {
      // Another start on this folder was faster. Its cluster is used.
      if (!(await exists(home))) throw error
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

/**
 * Linux still lets a process into its own working folder below a folder that its user cannot enter.
 * Elsewhere a person has to move the data.
 */
export function reachablePath(cluster: string, user: SystemUser | null): string {
  if (user === null) return cluster
  const enters = spawnSync('/bin/sh', ['-c', 'cd -- "$0"', cluster], { ...user, cwd: '/' })
  if (enters.status === 0) return cluster
  if (platform() === 'linux') return '/proc/self/cwd'
  throw new StartRefused(
    `The embedded database's user cannot enter ${cluster}: set DATA_DIR to a folder below one that every user may enter, such as /var/lib/mingmou`,
  )
}

/** Passes on nothing of the environment, which may hold passwords. */
export const databaseEnv = () => ({ PATH: '/usr/bin:/bin', LC_ALL: 'C' })

export const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

async function writeSecret(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The remains of an interrupted start. */
export async function sweepLeftovers(home: string): Promise<void> {
  const parent = dirname(home)
  for (const name of await readdir(parent).catch(() => [])) {
    const [start, pid] = join(parent, name).split('.new-')
    if (start === home && pid !== undefined && !isAlive(Number.parseInt(pid))) {
      // Its last child may still be writing. Then the next start removes the folder.
      await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined)
    }
  }
}

function lastLine(error: unknown): string {
  const stderr = (error as { stderr?: string }).stderr ?? ''
  const lines = stderr
    .split('\n')
    .filter((line) => line.includes('error') || line.includes('FATAL'))
  return lines.at(-1) ?? (error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unknown')
}
