import { fork, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findBinaries } from './embedded/binaries.ts'
import { runningServer } from './embedded/postmaster.ts'
import { databaseUser } from './embedded/system-user.ts'
import { startEmbedded, type EmbeddedDatabase } from './embedded-database.ts'

const PROGRAM = fileURLToPath(new URL('testing/hold-database.ts', import.meta.url))
const isRoot = process.getuid?.() === 0
const log = pino({ level: 'silent' })

let dataDir: string
const started: EmbeddedDatabase[] = []
const children: ChildProcess[] = []

beforeEach(async () => {
  // The database's user cannot enter this folder when the tests run as root, so every test covers
  // that case too.
  dataDir = join(await mkdtemp(join(tmpdir(), 'mingmou-embedded-')), 'data')
})
afterEach(async () => {
  for (const database of started.splice(0)) await database.stop()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  const left = await runningServer(join(dataDir, 'database/cluster'))
  if (left) process.kill(left.pid, 'SIGKILL')
  await rm(dirname(dataDir), { recursive: true, force: true })
})

async function start(): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, log })
  started.push(database)
  return database
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

interface Said {
  url?: string
  written?: number
  refused?: string
}

/** Another program on the same folder. Collects its output. */
function otherProgram(as: { uid?: number; gid?: number } = {}) {
  const child = fork(PROGRAM, {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env['PATH'], HOME: dirname(dataDir), TEST_DATA_DIR: dataDir },
    ...as,
  })
  children.push(child)
  const said: Said = {}
  child.on('message', (message: Said) => Object.assign(said, message))
  const until = (wanted: (said: Said) => boolean) =>
    vi.waitFor(() => expect(wanted(said), JSON.stringify(said)).toBe(true), {
      timeout: 300_000,
      interval: 5,
    })
  return { child, said, until }
}

const serverOf = (dir: string) => runningServer(join(dir, 'database/cluster'))

describe('the embedded database', () => {
  it('is made at the first start, keeps its rows over the second, and keeps its password to itself', async () => {
    const first = await start()
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    expect(await serverOf(dataDir)).toBeNull()
    const second = await start()
    expect(await query(second.url, 'select * from kept')).toEqual([{ answer: 42 }])
    expect((await stat(join(dataDir, 'database/password'))).mode & 0o777).toBe(0o600)
    const [settings] = await query(
      second.url,
      `select current_setting('server_encoding') as encoding, current_setting('listen_addresses') as host,
        current_setting('password_encryption') as auth, current_setting('fsync') as fsync,
        (select rolsuper from pg_roles where rolname = current_user) as super`,
    )
    expect(settings).toEqual({
      encoding: 'UTF8',
      host: '127.0.0.1',
      auth: 'scram-sha-256',
      fsync: 'on',
      super: false,
    })
    const wrong = new URL(second.url)
    wrong.password = 'guess'
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed')
  })

  it('has every acknowledged row after its program was killed in the middle of writing', async () => {
    const other = otherProgram()
    await other.until((said) => (said.written ?? 0) >= 200)
    other.child.kill('SIGKILL')
    await once(other.child, 'exit')
    const orphan = await serverOf(dataDir)
    expect(orphan).not.toBeNull()
    const acknowledged = other.said.written ?? 0
    const database = await start()
    const rows = await query<{ n: number }>(database.url, 'select n from written order by n')
    expect(rows.slice(0, acknowledged).map((row) => row.n)).toEqual(
      Array.from({ length: acknowledged }, (_, index) => index + 1),
    )
    expect((await serverOf(dataDir))?.pid).not.toBe(orphan?.pid)
  })

  it('has every acknowledged row after program and database were killed together', async () => {
    const other = otherProgram()
    await other.until((said) => (said.written ?? 0) >= 200)
    const server = await serverOf(dataDir)
    other.child.kill('SIGKILL')
    if (server) process.kill(server.pid, 'SIGKILL')
    await once(other.child, 'exit')
    const acknowledged = other.said.written ?? 0
    const database = await start()
    const [row] = await query<{ n: number }>(database.url, 'select max(n) as n from written')
    expect(row?.n).toBeGreaterThanOrEqual(acknowledged)
  })

  it('refuses a second program on its folder in one line, and goes on serving the first', async () => {
    const first = await start()
    const second = otherProgram()
    await second.until((said) => said.refused !== undefined)
    expect(second.said.refused).toContain('Another program is already running on')
    expect(second.said.refused).not.toContain('\n')
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('lets exactly one of two programs that start at the same moment have the folder', async () => {
    const both = [otherProgram(), otherProgram()]
    for (const program of both)
      await program.until(({ url, refused }) => (url ?? refused) !== undefined)
    expect(both.filter((program) => program.said.url !== undefined)).toHaveLength(1)
    const winner = both.find((program) => program.said.url !== undefined)
    const before = winner?.said.written ?? 0
    await winner?.until((said) => (said.written ?? 0) > before + 10)
  })

  it('comes back at the same address when its server is killed under the running program', async () => {
    const { url } = await start()
    await query(url, 'create table kept as select 42 as answer')
    const server = await serverOf(dataDir)
    if (server) process.kill(server.pid, 'SIGKILL')
    await vi.waitFor(
      async () => expect(await query(url, 'select * from kept')).toEqual([{ answer: 42 }]),
      { timeout: 300_000, interval: 100 },
    )
  })

  it('starts although a start before was killed while it made the folder', async () => {
    const other = otherProgram()
    await vi.waitFor(
      async () => {
        const names = await readdir(dataDir)
        const half = names.find((name) => name.startsWith('database.new-')) ?? ''
        expect(await readdir(join(dataDir, half, 'cluster'))).toContain('base')
      },
      { timeout: 300_000, interval: 1 },
    )
    other.child.kill('SIGKILL')
    await once(other.child, 'exit')
    const database = await start()
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('starts although its old process number belongs to another program by now', async () => {
    const first = await start()
    await first.stop()
    const pidFile = join(dataDir, 'database/cluster/postmaster.pid')
    const user = await databaseUser(join(dataDir, 'database/cluster'))
    const stranger = spawn('sleep', ['60'], { ...user })
    children.push(stranger)
    await writeFile(pidFile, `${stranger.pid ?? 0}\n${dataDir}\n1\n5432\n\n127.0.0.1\n`)
    const database = await start()
    expect(await query(database.url, 'select 1 as one')).toEqual([{ one: 1 }])
    expect(stranger.exitCode).toBeNull()
  })

  it('starts from a copy of its stopped folder, whoever made it', async () => {
    const first = await start()
    await query(first.url, 'create table kept as select 42 as answer')
    await first.stop()
    const copy = join(dirname(dataDir), 'copy')
    // Without -p the copy belongs to whoever made it.
    spawnSync('cp', ['-r', '--no-preserve=mode,ownership', dataDir, copy])
    await chmod(join(copy, 'database/cluster'), 0o755)
    const second = await startEmbedded({ dataDir: copy, log })
    started.push(second)
    expect(await query(second.url, 'select * from kept')).toEqual([{ answer: 42 }])
  })

  it('says what to do with a copy of its running folder, and leaves the running one alone', async () => {
    const first = await start()
    const copy = join(dirname(dataDir), 'copy')
    spawnSync('cp', ['-a', dataDir, copy])
    const attempt = startEmbedded({ dataDir: copy, log })
    await expect(attempt).rejects.toThrow(/^DATA_DIR: .* was copied while its database ran/)
    expect(await query(first.url, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it.runIf(isRoot)(
    'runs for an ordinary user, and as that user when root starts it later',
    async () => {
      const nobody = { uid: 65534, gid: 65534 }
      await mkdir(dataDir, { recursive: true })
      for (const path of [dirname(dataDir), dataDir]) await chown(path, nobody.uid, nobody.gid)
      const other = otherProgram(nobody)
      await other.until((said) => (said.written ?? 0) >= 10)
      other.child.kill('SIGTERM')
      await once(other.child, 'exit')
      const database = await start()
      const [row] = await query<{ n: number }>(database.url, 'select max(n) as n from written')
      expect(row?.n).toBeGreaterThanOrEqual(10)
      const server = await serverOf(dataDir)
      expect((await stat(`/proc/${server?.pid ?? 0}`)).uid).toBe(nobody.uid)
    },
  )

  it.runIf(isRoot)(
    'runs from a copy where its user cannot reach the installed program',
    async () => {
      const user = await databaseUser('')
      const installed = dirname(dirname(dirname((await findBinaries(user)).postgres)))
      const hidden = join(dirname(dataDir), 'hidden')
      await mkdir(hidden, { mode: 0o700 })
      await symlink(join(installed, 'native'), join(hidden, 'native'))
      const manifest = JSON.stringify({ version: `test-${process.pid}` })
      await writeFile(join(hidden, 'package.json'), manifest)
      await chmod(dirname(dataDir), 0o700)
      const { postgres } = await findBinaries(user, hidden)
      try {
        expect(postgres.startsWith(hidden)).toBe(false)
        const run = spawnSync(postgres, ['--version'], { ...user, encoding: 'utf8' })
        expect(run.stdout).toContain('PostgreSQL')
      } finally {
        await rm(dirname(dirname(postgres)), { recursive: true })
      }
    },
  )
})
