import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { getQuestionnaire, BODY_BYTES, listPatients, login, QUESTIONNAIRE } from '@mingmou/contract'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { withProgram } from './command.ts'
import { readConfig } from './config.ts'
import { built } from './testing/built.ts'
import { standFirst } from './testing/first.ts'
import { removeDisk, smallDisk } from './testing/small-disk.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'

const LONG = { timeout: 300_000, interval: 100 }

let dataDir: string
let test: TestDatabase
const programs: Program[] = []

/** Too small for a database. */
const fullDisk = smallDisk()
afterAll(() => {
  if (fullDisk !== null) removeDisk(fullDisk)
})

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'mingmou-program-'))
  test = await testDatabase()
})
afterEach(async () => {
  for (const program of programs.splice(0)) await program.end()
  await test.drop()
  await rm(dataDir, { recursive: true, force: true })
})

interface Program {
  child: ChildProcess
  said: { out: string; err: string }
  /** Its address, once it serves. */
  address(): Promise<string>
  exit: Promise<number | null>
  end(): Promise<void>
}

/** The real program in a process of its own, on a database of its own and any free port. */
function run(env: Record<string, string | undefined> = {}): Program {
  const child = spawn(process.execPath, [built('main')], {
    env: {
      PATH: process.env['PATH'],
      HOME: tmpdir(),
      DATA_DIR: dataDir,
      DATABASE_URL: test.url,
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text))
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  const program: Program = {
    child,
    said,
    exit,
    address: () =>
      vi.waitFor(() => {
        const found = /http:\/\/\S+/.exec(said.out)?.[0]
        if (found === undefined) throw new Error(`not serving: ${said.err}`)
        return found
      }, LONG),
    async end() {
      child.kill('SIGTERM')
      await exit
    },
  }
  programs.push(program)
  return program
}

const readiness = async (address: string) =>
  ((await (await fetch(`${address}/readyz`)).json()) as { data: Record<string, boolean> }).data

/** Process numbers of the workers of a program. */
async function workersOf(program: Program): Promise<number[]> {
  const parent = String(program.child.pid)
  const found: number[] = []
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const [state, ppid] = status.slice(status.lastIndexOf(')') + 2).split(' ')
    if (ppid === parent && state !== 'Z') found.push(Number(pid))
  }
  return found
}

describe('the program', () => {
  it('says in one line what is wrong with its settings, and ends', async () => {
    const program = run({ PORT: 'eighty' })
    expect(await program.exit).toBe(78)
    expect(program.said).toEqual({
      out: '',
      err: expect.stringMatching(/^PORT: [^\n]+\n$/) as string,
    })
  })

  it('says in one line that its port is taken, and ends', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address ? String(address.port) : ''
    const program = run({ MODE: 'web', PORT: port })
    expect(await program.exit).toBe(78)
    taken.close()
    expect(program.said.err).toMatch(/^PORT: \d+ is taken on 127\.0\.0\.1[^\n]*\n$/)
  })

  it.skipIf(fullDisk === null)(
    'names its full disk in one line, and ends (needs the right to mount)',
    async () => {
      const program = run({ DATA_DIR: fullDisk ?? '', DATABASE_URL: undefined })
      expect(await program.exit).toBe(78)
      expect(program.said.err).toMatch(
        /^DATA_DIR: the disk of \S+ is full \(\d+ MiB free\)[^\n]*\n$/,
      )
      expect(program.said.err).toContain(fullDisk)
    },
  )

  it('refuses a database that a newer program has changed', async () => {
    const url = new URL(inject('databaseServer').superuserUrl)
    url.pathname = new URL(test.url).pathname
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    await client.query(
      `insert into migrations.kysely_migration values ('9999_future', now()::text)`,
    )
    await client.end()
    const program = run()
    expect(await program.exit).toBe(78)
    expect(program.said.err).toMatch(/^The database is newer than this program[^\n]*\n$/)
  })

  it('shows the first administrator once, serves, replaces a killed worker and stops cleanly', async () => {
    standFirst()
    const first = run()
    const address = await first.address()
    await vi.waitFor(() => expect(first.said.out).toMatch(/role 1 +admin +\S+/), LONG)
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    await vi.waitFor(
      async () =>
        expect(await readiness(address)).toEqual({
          database: true,
          files: true,
          worker: true,
          disk: true,
        }),
      LONG,
    )
    const [worker] = await workersOf(first)
    if (worker === undefined) throw new Error('no worker process')
    const own = getPriority(first.child.pid)
    expect(getPriority(worker)).toBe(Math.max(10, own))
    process.kill(worker, 'SIGKILL')
    await vi.waitFor(async () => {
      const now = await workersOf(first)
      expect(now).toHaveLength(1)
      expect(now).not.toContain(worker)
    }, LONG)
    const workers = await workersOf(first)
    first.child.kill('SIGTERM')
    expect(await first.exit).toBe(0)
    for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH')

    const second = run({ MODE: 'web' })
    await second.address()
    await second.end()
    expect(second.said.out).not.toContain('role 1')
  })

  it('logs strangers, floods and bodies that are too large with the address of the caller', async () => {
    const program = run({ MODE: 'web' })
    const address = await program.address()
    const ask = (path: string, ip: string, body = '{}') =>
      fetch(`${address}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
        body,
      })
    await ask(listPatients.path, '203.0.113.1')
    await ask(login.path, '203.0.113.2', `"${'x'.repeat(BODY_BYTES)}"`)
    const refused = () =>
      program.said.err
        .split('\n')
        .flatMap((line) => (line.includes('"msg":"refused"') ? [JSON.parse(line) as object] : []))
    const line = (status: number, route: string, ip: string) =>
      expect.objectContaining({ level: 40, method: 'POST', route, status, ip }) as object
    const [stranger, large, flooding] = [
      line(401, listPatients.path, '203.0.113.1'),
      line(413, login.path, '203.0.113.2'),
      line(429, getQuestionnaire.path, '203.0.113.3'),
    ]
    await vi.waitFor(() => expect(refused()).toEqual([stranger, large]), LONG)
    // A busy machine may take so long for a flood that it is none.
    const flood = Array.from({ length: 5 * QUESTIONNAIRE.perSecond })
    await vi.waitFor(async () => {
      await Promise.all(flood.map(() => ask(getQuestionnaire.path, '203.0.113.3')))
      expect(refused().slice(0, 3)).toEqual([stranger, large, flooding])
    }, LONG)
  })

  it('tells its proxy that it goes, and serves on until its time to drain is over', async () => {
    const program = run({ MODE: 'web', DRAIN_SECONDS: '8' })
    const address = await program.address()
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    program.child.kill('SIGTERM')
    await vi.waitFor(async () => expect((await fetch(`${address}/healthz`)).status).toBe(503), LONG)
    const served = await fetch(`${address}${login.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: 'nobody', password: 'Wrong-0000', accountType: 1 }),
    })
    expect(await served.json()).toMatchObject({ error_code: 1004 })
    expect(await program.exit).toBe(0)
    await expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed')
  })

  it('stops once the answers under way are read, and cuts one that nobody reads', async () => {
    const program = run({ MODE: 'web' })
    const address = await program.address()
    const bytes = Buffer.alloc(32 * 1024 * 1024)
    const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: test.url })
    const path = await withProgram(config, async ({ files }) => {
      await files.put('demo/a.txt', bytes, 'text/plain')
      return files.signedUrl('demo/a.txt')
    })
    const agent = new Agent({ keepAlive: true })
    const asked = async () => {
      const [answered] = (await once(get(address + path, { agent }), 'response')) as [
        IncomingMessage,
      ]
      return { answered, closed: once(answered.socket, 'close') }
    }
    const [first, second, unread] = await Promise.all([asked(), asked(), asked()])
    program.child.kill('SIGTERM')
    const isServed = () =>
      fetch(`${address}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isServed, LONG).toBe(false)
    expect((await buffer(first.answered)).length).toBe(bytes.length)
    await first.closed
    // Others still have their time.
    expect((await buffer(second.answered)).length).toBe(bytes.length)
    // A stop that is cut short ends with 1.
    expect(await program.exit).toBe(0)
    await expect(buffer(unread.answered)).rejects.toThrow('aborted')
  })

  it('takes its worker with it when it is killed', async () => {
    const program = run()
    await program.address()
    const [worker] = await vi.waitFor(async () => {
      const now = await workersOf(program)
      expect(now).toHaveLength(1)
      return now
    }, LONG)
    program.child.kill('SIGKILL')
    await vi.waitFor(() => expect(() => process.kill(worker ?? 0, 0)).toThrow('ESRCH'), LONG)
  })

  it('answers again by itself after its database was away', async () => {
    const program = run({ MODE: 'web' })
    const address = await program.address()
    const client = new pg.Client({ connectionString: inject('databaseServer').superuserUrl })
    await client.connect()
    const name = new URL(test.url).pathname.slice(1)
    await client.query(`alter database ${name} with allow_connections false`)
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
      [name],
    )
    await vi.waitFor(
      async () => expect(await readiness(address)).toMatchObject({ database: false }),
      LONG,
    )
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    await client.query(`alter database ${name} with allow_connections true`)
    await client.end()
    await vi.waitFor(async () => expect((await readiness(address))['database']).toBe(true), LONG)
  })
})
