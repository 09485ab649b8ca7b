import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { StartRefused } from '../../../start-refused.ts'

/** PostgreSQL refuses to run as root. null where this process is not root and runs it as itself. */
export interface SystemUser {
  uid: number
  gid: number
}

const run = promisify(execFile)

/**
 * The user for a process of root: the owner of an existing folder, otherwise `postgres`, made when
 * it is missing.
 */
export async function databaseUser(cluster: string): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(cluster).catch(() => null)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return (await lookUp('postgres')) ?? (await create('postgres'))
}

async function lookUp(name: string): Promise<SystemUser | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null
  }
}

async function create(name: string): Promise<SystemUser> {
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', name])
  } catch {
    await run('adduser', ['-S', '-D', '-H', name]).catch(() => null)
  }
  const user = await lookUp(name)
  if (user) return user
  throw new StartRefused(
    'The embedded database cannot run as root and the user postgres could not be made: add that user, or start the program as an ordinary user',
  )
}
