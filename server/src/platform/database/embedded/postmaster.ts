import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { isAlive } from './alive.ts'
import type { Binaries } from './binaries.ts'
import { databaseEnv, reachablePath } from './folder.ts'
import type { SystemUser } from './system-user.ts'

const run = promisify(execFile)

/** Statements, values and key details would bring patient data into the log. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  lc_messages: 'C',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  // Backups that have stopped must not let the log fill the disk; the next one begins anew.
  max_slot_wal_keep_size: '8GB',
}
const UNSAFE_BUT_FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

export interface Launch {
  cluster: string
  binaries: Binaries
  user: SystemUser | null
  port: number
  /** For tests alone: a crash of the machine may lose data. */
  fast: boolean
  settings: Readonly<Record<string, string>>
  onLine: (line: string) => void
}

/** Resolves when connections are accepted, rejects with the last words of a server that ends first. */
export async function launch(options: Launch): Promise<ChildProcess> {
  const settings = {
    ...SETTINGS,
    ...(options.fast ? UNSAFE_BUT_FAST : {}),
    ...options.settings,
    port: options.port,
  }
  const child = spawn(
    options.binaries.postgres,
    [
      '-D',
      reachablePath(options.cluster, options.user),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // A group of its own: Ctrl-C must reach the program first, and the database last.
    {
      ...options.user,
      cwd: options.cluster,
      env: databaseEnv(),
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let lastFatal = ''
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error(lastFatal || 'the database ended at once')))
    let rest = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        options.onLine(line)
        if (line.includes('FATAL:')) lastFatal = line.slice(line.indexOf('FATAL:') + 6).trim()
        if (line.includes('ready to accept connections')) resolve()
      }
    })
  })
  return child
}

export interface Running {
  pid: number
  port: number
}

/** The server that `postmaster.pid` names, if that process is a living database. */
export async function runningServer(cluster: string): Promise<Running | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pid, , , port] = text.split('\n')
  if (!pid || !isAlive(Number(pid))) return null
  const isOurs = (await isPostgres(Number(pid))) && (await worksIn(Number(pid), cluster))
  if (isOurs) return { pid: Number(pid), port: Number(port) }
  // Another process has the number by now. PostgreSQL would take it for a server.
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  return null
}

/** Whether the folder is the server's own. In a copy, `postmaster.pid` names the other one. */
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  if (platform() !== 'linux') return true
  const [its, ours] = await Promise.all([
    stat(`/proc/${pid}/cwd`).catch(() => null),
    stat(cluster).catch(() => null),
  ])
  // Without the right to see it, it is taken for ours, as before a stranger's number.
  return its === null || (its.ino === ours?.ino && its.dev === ours.dev)
}

/** SIGINT: connections are cut, and everything acknowledged is written. */
export async function stopServer(pid: number): Promise<void> {
  if (isAlive(pid)) process.kill(pid, 'SIGINT')
  while (await isPostgres(pid)) await delay(20)
}

/**
 * Whether it lives, is a database, and is no zombie. Small images have no `ps`, others no `/proc`.
 */
async function isPostgres(pid: number): Promise<boolean> {
  const status =
    platform() === 'linux'
      ? await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      : await run('ps', ['-o', 'comm=,stat=', '-p', String(pid)]).then(
          ({ stdout }) => stdout.replace(/(\S+)\s+(\S+)/, '($1) $2'),
          () => '',
        )
  return /\(.*postgres.*\) [^Z]/.test(status)
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}
