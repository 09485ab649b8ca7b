import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createReport, getReport, listPatients, mergePatients } from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig, type Config } from '../../config.ts'
import {
  keepFindings,
  makeArchive,
  makePatient,
  plainImage,
} from '../../testing/clinical-factories.ts'
import { blankDatabase, withFullRights } from '../../testing/database.ts'
import { makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { anchorHead } from '../audit/anchors.ts'
import { verifyAudit } from '../audit/verify.ts'
import { digestTables } from '../backup/digest.ts'
import { makeKey, readKey } from '../backup/key.ts'
import { openVault } from '../backup/vault.ts'
import type { WholeManifest } from './manifest.ts'
import { openPlace } from './place.ts'
import { exportAll } from './whole-export.ts'
import { importAll } from './whole-import.ts'

const NAME = '演示患者全'
/** Not as one would write it: rows come back to the letter. */
const ODD = '"a",(b)\\n\n{null} 未见异常'

let from: TestApp
let dir: string
let made: WholeManifest
let people: SignedIn[]
let report: { report_id: string; report_no: string }
const pids: string[] = []

const vaultOf = async (make = false) =>
  openVault(join(dir, 'vault'), await readKey(join(dir, 'key')), { make })

async function imported(config: Config) {
  const { place, close } = await openPlace(config, { make: true })
  try {
    return await importAll(place, await vaultOf())
  } finally {
    await close()
  }
}

/** The export itself writes one entry into the audit log. */
const digests = () =>
  withFullRights(from.context.config.databaseUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    return digestTables(client)
  })

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mingmou-whole-'))
  await makeKey(join(dir, 'key'))
  from = await testApp()
  people = [await makeAccount(from, { role: '4' }), await makeAccount(from, { role: '4' })]
  for (const by of people) {
    const pid = await makePatient(from, by, { name: NAME })
    const merged_pid = await makePatient(from, by)
    pids.push(pid, merged_pid)
    await succeed(from, mergePatients, { pid, merged_pid }, by)
    const rid = await makeArchive(from, by, pid, [await plainImage(400, 300)])
    const analysis_id = await keepFindings(from, by, { pid, rid })
    const opinion = { analysis_type: '1' as const, diagnostic_opinion: ODD, image_index: 0 }
    const asked = { uid: by.uid, patient_id: pid, analysis_id, ...opinion }
    report = await succeed(from, createReport, asked, by)
  }
  await makeAccount(from, { role: '5' })
  await anchorHead(from.context)
  const before = await digests()
  const { place, close } = await openPlace(from.context.config)
  made = await exportAll(place, await vaultOf(true))
  await close()
  // The migrations are not carried over.
  const counted = Object.entries(before).filter(([name]) => !name.startsWith('migrations.'))
  expect(
    Object.entries(made.tables).map(([name, { rows, hash }]) => [name, { rows, hash }]),
  ).toEqual(counted)
})
afterAll(async () => {
  await from.close()
  await rm(dir, { recursive: true, force: true })
})

describe('a whole installation', () => {
  test('comes back on a server of another kind, every table and file, and people go on', async () => {
    // With the one of the trial user.
    expect(made.tables['public.patients']?.rows).toBe(5)
    const dataDir = join(dir, 'embedded')
    await imported(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }))
    const to = await testApp({ databaseUrl: null, dataDir })
    try {
      const by = await signIn(to, people[1] ?? expect.fail())
      const { total_count } = await succeed(to, listPatients, { name: NAME }, by)
      expect(total_count).toBe(1)
      const read = { report_id: report.report_id, diagnosis_class: '1' as const }
      const { report_data } = await succeed(to, getReport, read, by)
      expect(report_data).toMatchObject({ standing: { state: 'signed', altered: false } })
      for (const { key } of made.files) {
        expect(await to.context.files.read(key)).toEqual(await from.context.files.read(key))
      }
      const { faults, reports } = await verifyAudit(to.context.config)
      expect([faults, reports]).toEqual([[], 2])
      // Numbers that the database gives go on behind those that came.
      await makePatient(to, by)
    } finally {
      await to.close()
    }
  })
  test('is refused where a byte is spoiled or people are, and leaves nothing', async () => {
    const blank = await blankDatabase()
    const config = readConfig({
      DATA_DIR: join(dir, 'blank'),
      DATABASE_URL: blank.url,
      LOG_LEVEL: 'silent',
    })
    const pieceOf = ([name = '']: string[]) => join(dir, 'vault/pieces', name.slice(0, 2), name)
    const spoilt = [
      pieceOf(made.tables['public.patients']?.pieces ?? []),
      pieceOf(made.files[0]?.pieces ?? []),
      join(dir, 'vault/installations', (await readdir(join(dir, 'vault/installations')))[0] ?? ''),
    ]
    for (const path of spoilt) {
      const content = await readFile(path)
      const changed = Buffer.from(content)
      changed[40] = (changed[40] ?? 0) ^ 1
      await writeFile(path, changed)
      await expect(imported(config)).rejects.toThrow(`${path}: was changed`)
      await writeFile(path, content)
      const stored = await readdir(join(dir, 'blank/files'), { recursive: true })
      expect(stored.filter((name) => made.files.some(({ key }) => key === name))).toEqual([])
      expect(await countAccounts(blank.url)).toBe(0)
    }
    await imported(config)
    expect(await countAccounts(blank.url)).toBe(made.tables['public.accounts']?.rows)
    await expect(imported(config)).rejects.toThrow('has accounts already')
    // The walls stand again, and the log is a chain.
    const walls = `select relname from pg_class where relrowsecurity and not relforcerowsecurity`
    const open = await withFullRights(blank.url, (client) => client.query(walls))
    expect(open.rows).toEqual([])
    const disabled = `select tgname from pg_trigger where tgenabled <> 'O'`
    const off = await withFullRights(blank.url, (client) => client.query(disabled))
    expect(off.rows).toEqual([])
    await blank.drop()
  })
})

const countAccounts = async (url: string) => {
  const count = 'select count(*)::int as rows from accounts'
  const { rows } = await withFullRights(url, (client) => client.query<{ rows: number }>(count))
  return rows[0]?.rows
}
