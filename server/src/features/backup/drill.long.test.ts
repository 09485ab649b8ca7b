import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { listPatients, patientInfo } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readConfig, type S3Config } from '../../config.ts'
import { openFiles } from '../../platform/files/open.ts'
import { openKeys } from '../../platform/keys/keys.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import { openLog } from '../../platform/log.ts'
import { built } from '../../testing/built.ts'
import { makePatient } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { objectStore } from '../../testing/object-store.ts'
import { expectErrors } from '../../testing/no-errors.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { alone, makeBackup } from './backup.ts'
import { readAges } from './age.ts'
import { keepDuties } from '../../duty.ts'
import { backupDuties } from './duties.ts'
import { forgetSlot } from './journal.ts'
import { makeKey, readKey } from './key.ts'
import type { Kept } from './kept.ts'
import type { Manifest } from './manifest.ts'
import { restore } from './restore.ts'
import { embeddedOf, type Source } from './source.ts'
import { tend } from './tend.ts'
import { openVault, timeOf } from './vault.ts'

const log = openLog('silent')
let app: TestApp
let main: SignedIn
let place: string
let source: Source
let key: string
let vaultDir: string

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'mingmou-drill-'))
  key = join(place, 'key')
  vaultDir = join(place, 'vault')
  await makeKey(key)
  app = await testApp({ databaseUrl: null })
  main = await makeAccount(app, { role: '3' })
  const database = await embeddedOf(app.context.config)
  if (database === null) throw new Error('no embedded server')
  source = { database, files: app.context.files, dataDir: app.context.config.dataDir }
  await app.context.files.put(
    'images/a/photo.jpg',
    Buffer.alloc(50_000, 'photograph'),
    'image/jpeg',
  )
  await makePatient(app, main, { name: '备份前' })
})
afterAll(async () => {
  await app.close()
  await rm(place, { recursive: true, force: true })
})

/** A command in a process of its own, as a person runs it. */
function command(
  dataDir: string,
  name: 'backup' | 'restore',
  words: string[],
  limits = '',
): { child: ChildProcess; said: Promise<string> } {
  const child = spawn(
    'bash',
    ['-c', `${limits} exec "$@"`, name, process.execPath, built(name), ...words],
    {
      env: { PATH: process.env['PATH'], HOME: place, DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  let text = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (text += part))
  return { child, said: once(child, 'close').then(() => text) }
}

const TOKEN = 'a-token-of-metrics'
const LONG = { timeout: 300_000, interval: 5 }

const open = async (dir = vaultDir, make = false) => openVault(dir, await readKey(key), { make })
const backUp = async (dir = vaultDir) => {
  const vault = await open(dir, true)
  return alone(source, vault, () => makeBackup(source, vault, log))
}
const configOf = (dataDir: string) => readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
const restoreTo = async (dataDir: string, dir = vaultDir, until: Date | null = null) =>
  restore(await open(dir), configOf(dataDir), until, log)

let manifest: Manifest
let newest: Manifest
beforeAll(async () => {
  const done = new AbortController()
  const written = (async () => {
    while (!done.signal.aborted) {
      await makePatient(app, main, { name: '备份时' })
      // The backup needs its share of two cores.
      await delay(20)
    }
  })()
  manifest = await backUp()
  done.abort()
  await written
})

describe('a backup', () => {
  test('made while patients are added comes back with every row and file, and serves', async () => {
    const dataDir = join(place, 'restored')
    const { chosen, audit } = await restoreTo(dataDir)
    expect(chosen.exact).toBe(true)
    expect(audit.head).toEqual(manifest.head)
    const again = await testApp({ databaseUrl: null, dataDir })
    try {
      const before = manifest.tables['public.patients']?.rows ?? 0
      expect(before).toBeGreaterThan(1)
      const { total_count } = await succeed(again, listPatients, { page: 1, size: 10 }, main)
      expect(total_count).toBe(before)
      expect(await again.context.files.read('images/a/photo.jpg')).toEqual(
        await app.context.files.read('images/a/photo.jpg'),
      )
    } finally {
      await again.close()
    }
  })

  test('tells nothing to whoever has not the key', async () => {
    const other = join(place, 'other-key')
    await makeKey(other)
    await expect(openVault(vaultDir, await readKey(other))).rejects.toThrow(/another key/)
    for (const path of await piecesOf(vaultDir)) {
      const bytes = await readFile(path)
      for (const word of ['备份时', 'photograph', 'PG_VERSION', 'backup_label']) {
        expect(bytes.includes(word), `${path} shows ${word}`).toBe(false)
      }
    }
  })

  test('takes a file that it knows from the backup before', async () => {
    const before = await piecesOf(vaultDir)
    await app.context.files.put('images/a/second.jpg', Buffer.from('another'), 'image/jpeg')
    newest = await backUp()
    const [known] = manifest.files.filter(({ key: name }) => name === 'images/a/photo.jpg')
    expect(newest.files).toContainEqual(known)
    expect(await piecesOf(vaultDir)).toEqual(expect.arrayContaining(before))
  })

  test('that was killed in the middle is none, and the next one is whole', async () => {
    const dir = join(place, 'killed')
    const { child, said } = command(source.dataDir, 'backup', ['--to', dir, '--key', key])
    await vi.waitFor(
      () => expect(existsSync(join(source.dataDir, 'verifying/database'))).toBe(true),
      LONG,
    )
    child.kill('SIGKILL')
    await said
    await expect(restoreTo(join(place, 'none'), dir)).rejects.toThrow(/holds no whole backup/)
    expect((await backUp(dir)).files).toHaveLength(newest.files.length)
    expect(await readdir(source.dataDir)).not.toContain('verifying')
  })

  test('says in one line that its folder is full, and leaves nothing there', async () => {
    const dir = join(place, 'full')
    const words = ['--to', dir, '--key', key]
    const { said } = command(source.dataDir, 'backup', words, "trap '' XFSZ; ulimit -f 256;")
    expect(await said).toBe(`${dir}: is full; nothing of this backup was kept\n`)
    expect(await piecesOf(dir)).toEqual([])
    expect(await readdir(join(dir, 'writing'))).toEqual([])
  })
})

describe('a restore', () => {
  test('of a backup with a changed or a missing piece names it, and leaves nothing', async () => {
    const dir = join(place, 'damaged')
    const dataDir = join(place, 'untouched')
    await cp(vaultDir, dir, { recursive: true })
    const piece = join(dir, 'pieces', ...pathOf(newest.database.pieces.at(-1) ?? ''))
    const bytes = await readFile(piece)
    bytes[100] = (bytes[100] ?? 0) ^ 1
    await writeFile(piece, bytes)
    await expect(restoreTo(dataDir, dir)).rejects.toThrow(`${piece}: was changed`)
    await rm(piece)
    await expect(restoreTo(dataDir, dir)).rejects.toThrow(`${piece}: is missing`)
    expect(await readdir(dataDir)).toEqual([])
  })

  test('that was killed keeps the program from starting, and can be run again', async () => {
    const dataDir = join(place, 'half')
    const { child, said } = command(dataDir, 'restore', ['--from', vaultDir, '--key', key])
    await vi.waitFor(
      () => expect(existsSync(join(dataDir, 'restoring/database/cluster/base'))).toBe(true),
      LONG,
    )
    child.kill('SIGKILL')
    await said
    await expect(testApp({ databaseUrl: null, dataDir })).rejects.toThrow(
      /restore into .* did not end/,
    )
    await restoreTo(dataDir)
    expect((await readdir(dataDir)).sort()).toEqual(['database', 'files'])
  })

  test('brings the files of an object store into an empty one, and into no other', async () => {
    const [stored, empty] = [await objectStore(), await objectStore()]
    try {
      const inStore = (s3: S3Config) =>
        openFiles({ ...configOf(place), s3 }, keys, () => new Date())
      const keys = await openKeys(app.context.db)
      const [files, brought] = [await inStore(stored.config), await inStore(empty.config)]
      const photograph = Buffer.alloc(300_000, 'in the store')
      await files.put('images/b/photo.jpg', photograph, 'image/jpeg')
      const dir = join(place, 'store-vault')
      const vault = await open(dir, true)
      const whole = { ...source, files }
      await alone(whole, vault, () => makeBackup(whole, vault, log))
      const into = (name: string) => ({ ...configOf(join(place, name)), s3: empty.config })
      await restore(await open(dir), into('store-restored'), null, log)
      expect(await brought.read('images/b/photo.jpg')).toEqual(photograph)
      await expect(restore(await open(dir), into('store-again'), null, log)).rejects.toThrow(
        'The store of files is not empty',
      )
    } finally {
      await Promise.all([stored.close(), empty.close()])
    }
  })

  test('is refused where data lies already', async () => {
    await expect(restoreTo(source.dataDir)).rejects.toThrow(/exists; restore into an empty folder/)
  })
})

describe('backups that go on by themselves', () => {
  const dir = () => join(place, 'daily')
  /** The daily time has just passed, so one backup is due and no other today. */
  const plan = { time: new Date().toTimeString().slice(0, 5), keep: 1 }
  const tendNow = async (known: Kept | null) => {
    const vault = await open(dir(), true)
    return alone(source, vault, () => tend(source, vault, plan, known, new Date(), log))
  }
  const add = async (name: string) => {
    const pid = await makePatient(app, main, { name })
    await app.context.files.put(`images/${pid}.jpg`, Buffer.from(name), 'image/jpeg')
    return pid
  }
  /** What the restored program shows of the patients, and of their files. */
  const seenAfter = async (
    until: Date | null,
    pids: string[],
    look: (again: TestApp) => Promise<void> = () => Promise.resolve(),
  ) => {
    const dataDir = await mkdtemp(join(place, 'moment-'))
    await restoreTo(dataDir, dir(), until)
    expectErrors('the backup failed')
    const backup = { dir: dir(), keyFile: join(place, 'no-key'), ...plan }
    const again = await testApp({ databaseUrl: null, dataDir, backup, metricsToken: TOKEN })
    try {
      await look(again)
      const asked = pids.map((pid) => again.call(patientInfo, { pid }, main))
      const found = (await Promise.all(asked)).map(({ error_code }) => error_code === 0)
      const stored = pids.map((pid) => again.context.files.stat(`images/${pid}.jpg`))
      return { found, files: (await Promise.all(stored)).map((file) => file !== null) }
    } finally {
      await again.close()
    }
  }

  const showsAges = async (again: TestApp) => {
    const readiness = (await (await fetch(`${again.url}/readyz`)).json()) as { data: object }
    expect(readiness.data).toMatchObject({
      backup: { backup_seconds: expect.any(Number) as number },
    })
    const metrics = await (
      await fetch(`${again.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    ).text()
    expect(metrics).toMatch(/^mingmou_backup_age_seconds\{of="backup"\} \d+$/m)
    expect(metrics).toMatch(/^mingmou_backup_age_seconds\{of="newest"\} \d+$/m)
  }
  /** The key is not where the setting says. */
  const tellsFailure = async (again: TestApp) => {
    const chief = await makeAccount(again, { role: '1' })
    keepDuties(again.context, backupDuties())
    await vi.waitFor(async () => {
      const { rows } = await sql<{ mail: Mail }>`
        select data as mail from jobs where name = 'mail'`.execute(again.context.db)
      expect(rows.map(({ mail }) => mail.subject)).toEqual(['【明眸】备份失败'])
      expect(rows[0]?.mail.to).toMatch(new RegExp(chief.account, 'i'))
    }, LONG)
  }

  test('bring back the newest state, and the state of a moment before a mistake', async () => {
    const begun = await tendNow(null)
    const first = await add('一号')
    const moment = new Date()
    await expect(restoreTo(join(place, 'later'), dir(), moment)).rejects.toThrow(
      /^--until: the newest moment that is kept is /,
    )
    const second = await add('二号')
    const followed = await tendNow(begun)
    const third = await add('三号')
    // A program that was started anew knows nothing and reads it from the folder.
    await tendNow(null)
    expect(await readdir(join(dir(), 'backups'))).toHaveLength(1)
    expect(await readdir(join(dir(), 'journals'))).toHaveLength(2)
    expect(followed.files.has(`images/${second}.jpg`)).toBe(true)
    const all = [first, second, third]
    expect(await seenAfter(null, all, showsAges)).toEqual({
      found: [true, true, true],
      files: [true, true, true],
    })
    expect((await seenAfter(moment, all, tellsFailure)).found).toEqual([true, false, false])
  })

  test('say how old they are', async () => {
    const soon = new Date(Date.now() + 3_600_000)
    const ages = await readAges(dir(), soon)
    expect(ages.newest_seconds).toBeGreaterThanOrEqual(3_600)
    expect(ages.backup_seconds).toBeGreaterThan(ages.newest_seconds ?? Infinity)
    expect(await readAges(join(place, 'nowhere'), soon)).toEqual({
      backup_seconds: null,
      newest_seconds: null,
    })
  })

  test('whose newest is removed are not taken for whole: only a person who names the moment gets the one before', async () => {
    const shorter = join(place, 'shorter')
    await cp(dir(), shorter, { recursive: true })
    const [before = '', last = ''] = await readdir(join(shorter, 'journals'))
    await rm(join(shorter, 'journals', last))
    const removed = /^.*: the newest backup or journal, of .*, was removed; .* --until /
    await expect(restoreTo(join(place, 'short'), shorter)).rejects.toThrow(removed)
    await rm(join(shorter, 'last'))
    const unsaid = /nobody can say whether newer backups were removed/
    await expect(restoreTo(join(place, 'short'), shorter)).rejects.toThrow(unsaid)
    const { at } = await restoreTo(join(place, 'short'), shorter, timeOf(before)).then(
      ({ chosen }) => chosen,
    )
    expect(at).toEqual(timeOf(before))
  })

  test('whose journal is lost are refused, and begin anew with a backup', async () => {
    const [lost = '', last = ''] = await readdir(join(dir(), 'journals'))
    await rm(join(dir(), 'journals', lost))
    await expect(restoreTo(join(place, 'gap'), dir())).rejects.toThrow(
      /^The log between .* is missing/,
    )
    await rm(join(dir(), 'journals', last))
    const before = await readdir(join(dir(), 'backups'))
    await tendNow(null)
    const after = await readdir(join(dir(), 'backups'))
    expect(after).toHaveLength(1)
    expect(after).not.toEqual(before)
    expect(await readdir(join(dir(), 'journals'))).toEqual([])
    await forgetSlot(source.database.url)
  })
})

const pathOf = (name: string) => [name.slice(0, 2), name]

async function piecesOf(dir: string): Promise<string[]> {
  const entries = await readdir(join(dir, 'pieces'), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}
