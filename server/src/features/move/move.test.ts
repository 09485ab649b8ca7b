import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createReport,
  exportAudit,
  fundusArchive,
  getReport,
  listAudit,
  listPatients,
  listReports,
  mergePatients,
  patientInfo,
  verifyReport,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  keepFindings,
  makeArchive,
  makePatient,
  plainImage,
} from '../../testing/clinical-factories.ts'
import { withFullRights } from '../../testing/database.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { placed } from '../../testing/place.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { verifyAudit } from '../audit/verify.ts'
import { makeKey, readKey } from '../backup/key.ts'
import { openVault } from '../backup/vault.ts'
import { exportInstitution } from './export.ts'
import { importInstitution } from './import.ts'
import { MoveManifest } from './manifest.ts'
import { openPlace } from './place.ts'

let from: TestApp
let to: TestApp
let dir: string
let main: SignedIn
let member: SignedIn
let pid: string
let report: { report_id: string; report_no: string }
let others: string[]
const files = new Map<string, string>()

const NAME = '演示患者迁'
const NO_CHANGE = { email: null, due_at: null, done_at: null, holds_until: null }

async function makeReport(app: TestApp, by: SignedIn, patient_id: string, rid: string) {
  const analysis_id = await keepFindings(app, by, { pid: patient_id, rid })
  const opinion = { analysis_type: '1' as const, diagnostic_opinion: '未见异常', image_index: 0 }
  return succeed(app, createReport, { uid: by.uid, patient_id, analysis_id, ...opinion }, by)
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'mingmou-move-'))
  from = await testApp()
  to = await testApp()
  main = await makeAccount(from, { role: '3' })
  member = await signIn(from, await addAccount(from, { role: '4', oid: main.oid ?? '' }))
  // The record that stands is newer than the one that was merged into it, and the other way round.
  const [one, two, three] = [
    await makePatient(from, member),
    await makePatient(from, member, {
      name: NAME,
      identifiers: [{ kind: 'record', value: 'ZY-7788', issuer: '' }],
    }),
    await makePatient(from, member),
  ]
  pid = two
  for (const merged_pid of [one, three])
    await succeed(from, mergePatients, { pid, merged_pid }, member)
  const rid = await makeArchive(from, member, pid, [await plainImage(400, 300)])
  await makeReport(from, member, pid, rid)
  report = await makeReport(from, member, pid, rid)

  // One by an administrator who stays here, and one that waits.
  const asked = { oid: main.oid ?? '', uid: member.uid, by_uid: newId(), kind: 'factor' as const }
  const [asked_at, due_at] = [new Date(), new Date(Date.now() + 3_600_000)]
  await from.context.db
    .insertInto('account_changes')
    .values([
      { ...asked, ...NO_CHANGE, change_id: newId(), kind: 'made', asked_at, done_at: asked_at },
      { ...asked, ...NO_CHANGE, change_id: newId(), asked_at, due_at },
    ])
    .execute()

  const other = await makeAccount(from, { role: '4' })
  const theirs = await makePatient(from, other, { name: '他院患者' })
  const sitting = await makeArchive(from, other, theirs, [await plainImage(200, 300)])
  const { report_no } = await makeReport(from, other, theirs, sitting)
  others = [other.uid, other.oid ?? '', theirs, sitting, report_no, '他院患者', other.account]
})
afterAll(async () => {
  await Promise.all([from.close(), to.close()])
  await rm(dir, { recursive: true, force: true })
})

async function exported(app: TestApp, name: string, key: string | null = null) {
  const vault = await openVault(join(dir, name), key === null ? null : await readKey(key), {
    make: true,
  })
  return placed(app, (place) => exportInstitution(place, vault, main.oid ?? ''))
}

async function imported(app: TestApp, name: string, key: string | null = null) {
  const vault = await openVault(join(dir, name), key === null ? null : await readKey(key))
  return placed(app, (place) => importInstitution(place, vault))
}

async function contentsOf(folder: string): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) found.set(path, await readFile(path))
  }
  return found
}

/** Institution, accounts and files of it in an installation. */
async function traces(app: TestApp) {
  const oid = main.oid ?? ''
  const { db, files: store } = app.context
  const rows = await db.selectFrom('institutions').select('oid').where('oid', '=', oid).execute()
  const keys: string[] = []
  for (const folder of ['archives', 'analyses'])
    for await (const { key } of store.list(`${folder}/${oid}/`)) keys.push(key)
  return [...rows, ...keys]
}

const tamper = (app: TestApp, statement: string) =>
  withFullRights(app.context.config.databaseUrl, (client) => client.query(statement))

describe('an institution that moves', () => {
  test('is exported with all rows and files, and nothing of another institution', async () => {
    const manifest = await exported(from, 'plain')
    expect(manifest.tables).toMatchObject({
      institutions: { rows: 1 },
      accounts: { rows: 2 },
      patients: { rows: 3 },
      reports: { rows: 2 },
      patient_identifiers: { rows: 1 },
      archive_images: { rows: 1 },
      tallies: { rows: 2 },
      patient_pieces: { rows: 3 },
    })
    expect(manifest.files.length).toBeGreaterThan(1)
    for (const { key, sha256 } of manifest.files) files.set(key, sha256)
    const all = Buffer.concat([...(await contentsOf(join(dir, 'plain'))).values()])
    expect(all.includes(NAME)).toBe(true)
    for (const word of others) expect([word, all.includes(word)]).toEqual([word, false])
    await expect(exported(from, 'plain')).rejects.toThrow('holds an export already')
    const log = await from.context.db
      .selectFrom('audit_log')
      .select('oid')
      .where('action', '=', 'institution.export')
      .execute()
    expect(log).toEqual([{ oid: main.oid }])
  })

  test('is brought in whole: people sign in there and find patients, photographs and reports', async () => {
    const brought = await imported(to, 'plain')
    const again = await exported(to, 'again')
    const compared = ({ tables }: typeof brought) =>
      Object.entries(tables)
        .filter(([name]) => !['audit_log', 'imported_audit', 'account_changes'].includes(name))
        .map(([name, { rows, sha256 }]) => [name, rows, sha256])
    expect(compared(again)).toEqual(compared(brought))
    expect(again.tables['imported_audit']?.rows).toBe(brought.tables['audit_log']?.rows)
    expect(again.files.map(({ key, sha256 }) => [key, sha256])).toEqual([...files])
    // The notice of a change led back there.
    const changes = to.context.db.selectFrom('account_changes').select(['kind', 'ended_at'])
    expect(await changes.orderBy('kind').execute()).toEqual([
      { kind: 'factor', ended_at: expect.any(Date) as Date },
      { kind: 'made', ended_at: null },
    ])

    const there = await signIn(to, member)
    expect(await succeed(to, patientInfo, { pid }, there)).toMatchObject({ name: NAME })
    const { rows, total_count } = await succeed(to, listPatients, { name: NAME }, there)
    expect([total_count, rows.map((row) => row.pid)]).toEqual([1, [pid]])
    const numbered = await succeed(to, listPatients, { adCardNumber: 'zy-77' }, there)
    expect(numbered.rows.map((row) => row.pid)).toEqual([pid])
    expect((await succeed(to, listReports, {}, there)).total_count).toBe(2)
    const photograph = async (app: TestApp, by: SignedIn) => {
      const archives = await succeed(app, fundusArchive.list, { pid }, by)
      const address = archives.rows[0]?.images[0]?.image_url ?? ''
      const answered = await fetch(new URL(address, app.url))
      return Buffer.from(await answered.arrayBuffer()).toString('base64')
    }
    expect(await photograph(to, there)).toBe(await photograph(from, member))
    const read = { report_id: report.report_id, diagnosis_class: '1' as const }
    const { report_data } = await succeed(to, getReport, read, there)
    expect(report_data).toMatchObject({ name: NAME, standing: { state: 'signed', altered: false } })
    const checked = await succeed(to, verifyReport, { report_no: report.report_no })
    expect(checked).toEqual(await succeed(from, verifyReport, { report_no: report.report_no }))
    const { faults, reports } = await verifyAudit(to.context.config)
    expect([faults, reports]).toEqual([[], 2])
    const chief = await signIn(to, main)
    expect(chief.role).toBe('3')
    const own = await succeed(to, listAudit, {}, chief)
    expect(own.rows.every(({ imported, action }) => !imported && action !== 'report.create')).toBe(
      true,
    )
    const old = await succeed(to, listAudit, { origin: 'imported', action: 'report.create' }, chief)
    expect(old.rows).toHaveLength(2)
    const [entry] = old.rows
    expect(entry).toMatchObject({ imported: true, username: member.account, patient_name: NAME })
    const file = await fetch(new URL(exportAudit.path, to.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${chief.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ origin: 'imported' }),
    })
    const written = (await file.text()).trim().split('\r\n')
    expect(written).toHaveLength(1 + (again.tables['imported_audit']?.rows ?? 0))
    const stranger = await makeAccount(to, { role: '3' })
    const theirs = await succeed(to, listAudit, { origin: 'imported' }, stranger)
    expect(theirs.rows).toEqual([])
  })

  test('is read and written by whoever owns the schema alone', async () => {
    await tamper(
      from,
      `do $$ begin
         if not exists (select from pg_roles where rolname = 'move_service') then
           create role move_service login password 'service'; grant mingmou_app to move_service;
         end if;
       end $$`,
    )
    const url = new URL(from.context.config.databaseUrl)
    url.username = 'move_service'
    url.password = 'service'
    const config = { ...from.context.config, databaseUrl: url.href, migrationDatabaseUrl: null }
    const { place, close } = await openPlace(config)
    const asked = place.inside('read committed', () => Promise.resolve())
    await expect(asked).rejects.toThrow('MIGRATION_DATABASE_URL: name the login')
    await close()
  })

  test('is refused where it is already, or where a name, an address or a report number is', async () => {
    await expect(imported(to, 'plain')).rejects.toThrow('is in this installation already')
    const app = await testApp()
    try {
      const by = await makeAccount(app, { role: '4' })
      const refused = async (statement: string, line: string) => {
        await tamper(app, statement)
        await expect(imported(app, 'plain')).rejects.toThrow(line)
        expect(await traces(app)).toEqual([])
      }
      const set = (column: string, value: string) =>
        `update accounts set ${column} = '${value.toUpperCase()}' where uid = '${by.uid}'`
      await refused(
        set('username', member.account),
        `an account with the name ${member.account} is in`,
      )
      await tamper(app, set('username', 'unheard'))
      await refused(set('email', main.email), `an account with the address ${main.email} is in`)
      await tamper(app, set('email', 'unheard@clinic.example.com'))
      const theirs = await makePatient(app, by)
      await makeReport(app, by, theirs, await makeArchive(app, by, theirs))
      await refused(
        `update reports set report_no = '${report.report_no}'`,
        `report ${report.report_no} is here already`,
      )
      await tamper(app, `update reports set report_no = report_no || 'X'`)
      await refused(
        `update migrations.kysely_migration set name = '9999_later' where name like '0078%'`,
        'here it is 9999_later',
      )
      await tamper(
        app,
        `update migrations.kysely_migration set name = '0078_imported_audit' where name like '9999%'`,
      )
      await refuseChanged(app)
      await refuseForged(app)
      await refuseOtherPieces(app)
      await sealed(app)
    } finally {
      await app.close()
    }
  })
})

/** Every single piece counts, of rows and of files. */
async function refuseChanged(app: TestApp): Promise<void> {
  const pieces = await contentsOf(join(dir, 'plain', 'pieces'))
  expect(pieces.size).toBeGreaterThan(5)
  for (const [path, content] of pieces) {
    const changed = Buffer.from(content)
    changed[0] = (changed[0] ?? 0) ^ 1
    await writeFile(path, changed)
    await expect(imported(app, 'plain')).rejects.toThrow('was changed since it was written')
    expect(await traces(app)).toEqual([])
    await writeFile(path, content)
  }
}

/** Hashes fit a forged export. Still its rows reach nobody else. */
async function refuseForged(app: TestApp): Promise<void> {
  const stranger = '0190a5f0-0000-7000-8000-0000000000ff'
  const [plain, oid] = [await openVault(join(dir, 'plain'), null), main.oid ?? '']
  const manifest = await plain.read('exports', (await plain.list('exports'))[0] ?? '', MoveManifest)
  const anchor = 'audit/2026-01-01.json'
  const outside = (name: string) => (text: string) =>
    text.replaceAll(new RegExp(`"${name}": "[^"]*"`, 'g'), `"${name}": "${anchor}"`)
  const forgeries: [string, string, (text: string) => string][] = [
    ['patients', 'oid', (text) => text.replaceAll(`"oid": "${oid}"`, `"oid": "${stranger}"`)],
    ['accounts', 'role', (text) => text.replaceAll('"role": "4"', '"role": "1"')],
    [
      'archive_images',
      'other',
      (text) => text.replaceAll(`archives/${oid}/`, `archives/${stranger}/`),
    ],
    ['archive_images', 'thumb', outside('thumb_key')],
    ['archive_images', 'file', outside('file_key')],
    ['archive_images', 'upload', outside('upload_key')],
    [
      'archive_images',
      'above',
      (text) => text.replaceAll(`archives/${oid}/`, `archives/${oid}/../`),
    ],
    ['institutions', 'logo', (text) => text.replaceAll('"logo": null', `"logo": "${anchor}"`)],
    ['reports', 'image', outside('image_key')],
  ]
  for (const [table, what, forge] of forgeries) {
    const kept = manifest.tables[table]
    if (kept === undefined) throw new Error(table)
    const vault = await openVault(join(dir, `forged-${what}`), null, { make: true })
    for (const piece of [
      ...Object.values(manifest.tables).flatMap(({ pieces }) => pieces),
      ...manifest.files.flatMap(({ pieces }) => pieces),
    ])
      await vault.put(await plain.get(piece))
    const content = Buffer.concat(await Promise.all(kept.pieces.map((piece) => plain.get(piece))))
    const text = forge(content.toString())
    expect(text).not.toBe(content.toString())
    const changed = Buffer.from(text)
    const sha256 = createHash('sha256').update(changed).digest('hex')
    const pieces = [await vault.put(changed)]
    const tables = {
      ...manifest.tables,
      [table]: { ...kept, sha256, size: changed.length, pieces },
    }
    await vault.write('exports', 'forged', { ...manifest, tables })
    await expect(imported(app, `forged-${what}`), what).rejects.toThrow('nothing was brought in')
    expect(await traces(app)).toEqual([])
  }
}

/** A piece is found by its name, which leads to no file of the machine that brings it in. */
async function refuseOtherPieces(app: TestApp): Promise<void> {
  const plain = await openVault(join(dir, 'plain'), null)
  const manifest = await plain.read('exports', (await plain.list('exports'))[0] ?? '', MoveManifest)
  const secret = Buffer.from('a secret of the machine\n')
  await writeFile(join(dir, 'secret'), secret)
  const sha256 = createHash('sha256').update(secret).digest('hex')
  const vault = await openVault(join(dir, 'forged-piece'), null, { make: true })
  const [file] = manifest.files
  const files = [{ ...file, size: secret.length, sha256, pieces: ['../../secret'] }]
  await vault.write('exports', 'forged', { ...manifest, files })
  await expect(imported(app, 'forged-piece')).rejects.toThrow('is not as this program writes it')
}

/** With a key nobody else reads it. */
async function sealed(app: TestApp): Promise<void> {
  const key = join(dir, 'key')
  await makeKey(key)
  await exported(from, 'sealed', key)
  const all = Buffer.concat([...(await contentsOf(join(dir, 'sealed'))).values()])
  for (const word of [NAME, main.oid ?? '']) expect(all.includes(word)).toBe(false)
  await expect(imported(app, 'sealed')).rejects.toThrow('was written with a key')
  await imported(app, 'sealed', key)
  expect((await signIn(app, member)).oid).toBe(main.oid)
}
