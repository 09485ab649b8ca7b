import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Role } from '@mingmou/contract'
import { z } from 'zod'
import { endWhereCut } from './cut.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const DemoAccounts = z.array(
  z.object({ role: z.string(), account: z.string(), password: z.string() }),
)
type DemoAccount = z.infer<typeof DemoAccounts>[number]

export interface Program {
  url: string
  dataDir: string
  /** The text that a newcomer reads on the terminal. */
  output: () => string
  /** Resolves once the program has written these words. */
  said: (words: string) => Promise<void>
  account: (role: Role) => DemoAccount
  stop: (signal?: NodeJS.Signals) => Promise<void>
  /** Stops the program and removes its stored data. */
  remove: () => Promise<void>
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/**
 * Resolves once requests are served and the accounts are printed. Fails with the program's output
 * when it ends before that.
 */
async function served(
  url: string,
  child: ChildProcess,
  { output, said }: { output: () => string; said: () => string },
): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the program ended:\n${output()}`)
    const answer = await fetch(`${url}/healthz`).catch(() => null)
    if (answer?.ok && said().includes(url)) return
    await new Promise((next) => setTimeout(next, 50))
  }
}

/** Whether any process of the program's group is left. */
export function isRunning(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}

/** Ends a group of processes, whose first goes before those that it started. */
export async function endGroup(group: number, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (!isRunning(group)) return
  process.kill(-group, signal)
  while (isRunning(group)) await new Promise((next) => setTimeout(next, 20))
}

/** Starts the program as the README says, on an empty folder or on the one given. */
export async function startProgram(
  options: { dataDir?: string; env?: Record<string, string> } = {},
): Promise<Program> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'mingmou-journey-')))
  const port = await freePort()
  const url = `http://${options.env?.['HOST'] ?? '127.0.0.1'}:${port}`
  const child = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    // The modes of the test runner must not reach the program.
    env: {
      ...process.env,
      NODE_ENV: undefined,
      MODE: undefined,
      ...options.env,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const { pid } = child
  if (pid === undefined) throw new Error('npm could not be started')
  const ended = endWhereCut(async () => {
    await endGroup(pid)
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
  })
  let text = ''
  // The log names the address before the accounts exist. stdout has both at once.
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    said += chunk.toString()
  })
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  // The terminal says where the program listens, and a page may know it by another name.
  await served(`http://127.0.0.1:${port}`, child, { output: () => text, said: () => said })
  const accounts = DemoAccounts.parse(
    JSON.parse(await readFile(join(dataDir, 'demo-accounts.json'), 'utf8')),
  )

  const stop = (signal?: NodeJS.Signals) => endGroup(pid, signal)
  return {
    url,
    dataDir,
    output: () => text,
    said: async (words) => {
      while (!text.includes(words)) {
        if (child.exitCode !== null) throw new Error(`the program ended:\n${text}`)
        await new Promise((next) => setTimeout(next, 50))
      }
    },
    account: (role) => {
      const found = accounts.find((account) => account.role === role)
      if (!found) throw new Error(`no demo account of role ${role}`)
      return found
    },
    stop,
    remove: async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
      ended()
    },
  }
}
