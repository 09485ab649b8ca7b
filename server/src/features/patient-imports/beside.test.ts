import {
  cancelPatientImport,
  fundusArchive,
  listPatients,
  patientInfo,
  runPatientImport,
  startPatientImport,
  undoPatientImport,
} from '@mingmou/contract'
import { tmpdir } from 'node:os'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freeBytes } from '../../platform/files/disk.ts'
import { makePatient, plainImage, upload, work } from '../../testing/clinical-factories.ts'
import { beside } from '../../testing/beside.ts'
import { withFullRights } from '../../testing/database.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { counts, importsOf } from '../../testing/import-factory.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { giveUpImport, handleImport } from './handler.ts'
import { sweepImports } from './service.ts'

let app: TestApp
let imports: ReturnType<typeof importsOf>
beforeAll(async () => {
  app = await testApp()
  imports = importsOf(app)
  await work(app)
})
afterAll(() => app.close())

const patientsOf = async (by: SignedIn) =>
  (await succeed(app, listPatients, { size: 50 }, { token: by.token })).rows
const pidOf = async (by: SignedIn, number: string) =>
  (await patientsOf(by)).find(({ ad_card_number }) => ad_card_number === number)?.pid ?? ''

const setPhone = (pid: string, phone: string) => (client: pg.Client) =>
  client.query('update patients set phone = $2 where pid = $1', [pid, phone])

test('what somebody writes of a patient while rows are written is not overwritten', async () => {
  const by = await makeAccount(app, { role: '3' })
  const pid = await makePatient(app, by, { ad_card_number: 'B1', phone: '13800138000' })
  const { name } = await succeed(app, patientInfo, { pid }, { token: by.token })
  const { import_id } = await imports.checked(by, `卡号,姓名,地址\nB1,${name},新路1号\n`)
  await beside(app, setPhone(pid, '13911112222'), () =>
    succeed(app, runPatientImport, { import_id }, { token: by.token }),
  )
  expect(counts(await imports.reached(by, import_id, 'written'))).toEqual([0, 1, 0, 0])
  const info = await succeed(app, patientInfo, { pid }, { token: by.token })
  expect(info).toMatchObject({ phone: '13911112222', address: '新路1号' })
})

test('a patient whom somebody changes while an import is taken back is kept with the change', async () => {
  const by = await makeAccount(app, { role: '3' })
  const pid = await makePatient(app, by, { ad_card_number: 'C1', phone: '13800138000' })
  const { name } = await succeed(app, patientInfo, { pid }, { token: by.token })
  const { import_id } = await imports.written(by, `卡号,姓名,地址\nC1,${name},新路1号\n`)
  await beside(app, setPhone(pid, '13911112222'), () =>
    succeed(app, undoPatientImport, { import_id }, { token: by.token }),
  )
  const undone = await imports.reached(by, import_id, 'undone')
  expect([undone.undone, undone.kept]).toEqual([0, 1])
  const info = await succeed(app, patientInfo, { pid }, { token: by.token })
  expect(info).toMatchObject({ phone: '13911112222', address: '新路1号' })
})

test('a patient who is photographed while an import is taken back is kept', async () => {
  const by = await makeAccount(app, { role: '3' })
  const { import_id } = await imports.written(
    by,
    '卡号,姓名,性别,出生日期\nP1,新一,男,1971-05-17\n',
  )
  const pid = await pidOf(by, 'P1')
  const photographed = (client: pg.Client) =>
    client.query(
      `with held as (select oid, pid from patients where pid = $1 for share)
       insert into archives (rid, oid, pid, modality, record_date, collect_device, fields, created_by)
       select gen_random_uuid(), oid, pid, 'fundus', '2024-03-01', '-', '{"img_type":1}', $2 from held`,
      [pid, by.uid],
    )
  await beside(app, photographed, () =>
    succeed(app, undoPatientImport, { import_id }, { token: by.token }),
  )
  const undone = await imports.reached(by, import_id, 'undone')
  expect([undone.undone, undone.kept]).toEqual([0, 1])
  const { rows } = await succeed(app, fundusArchive.list, { pid }, { token: by.token })
  expect(rows).toHaveLength(1)
})

test('two workers that both believe an import theirs write each row once', async () => {
  const idle = await testApp()
  try {
    const by = await makeAccount(idle, { role: '3' })
    const own = importsOf(idle)
    const rows = Array.from(
      { length: 210 },
      (_, n) => `W${n},新${String.fromCodePoint(0x4e00 + n)},男,1971-05-17`,
    )
    const table = Buffer.from(`卡号,姓名,性别,出生日期\n${rows.join('\n')}\n坏,,,\n`)
    const key = await upload(idle, by, table, 't.csv', 'patients')
    const brought = { key, file_name: 't.csv' }
    const { import_id } = await succeed(idle, startPatientImport, brought, { token: by.token })
    const job = {
      data: { oid: by.oid ?? '', import_id },
      id: '',
      attempt: 1,
      last: false,
      signal: new AbortController().signal,
    }
    const handle = handleImport(idle.context)
    await Promise.all([handle(job), handle(job)])
    const dry = await own.found(by, import_id)
    expect([dry.state, dry.done, ...counts(dry)]).toEqual(['checked', 211, 210, 0, 0, 1])
    await succeed(idle, runPatientImport, { import_id }, { token: by.token })
    await Promise.all([handle(job), handle(job)])
    const done = await own.found(by, import_id)
    expect([done.state, done.done, ...counts(done)]).toEqual(['written', 211, 210, 0, 0, 1])
    expect(await own.workbook(done.faults_url)).toHaveLength(2)
    await succeed(idle, undoPatientImport, { import_id }, { token: by.token })
    await Promise.all([handle(job), handle(job)])
    const undone = await own.found(by, import_id)
    expect([undone.state, undone.undone, undone.kept]).toEqual(['undone', 210, 0])
  } finally {
    await idle.close()
  }
})

test('a row that the database refuses is a faulty row, and the others are written', async () => {
  const by = await makeAccount(app, { role: '3' })
  await withFullRights(app.context.config.databaseUrl, (client) =>
    client.query(`alter table patients add constraint nobody check (name <> '拒一') not valid`),
  )
  const done = await imports.written(
    by,
    '卡号,姓名,性别,出生日期\nF1,新一,男,1971-05-17\nF2,拒一,男,1971-05-17\nF3,新三,男,1971-05-17\n',
  )
  expect(counts(done)).toEqual([2, 0, 0, 1])
  const [, row] = await imports.workbook(done.faults_url)
  expect([row?.[0], row?.[2]]).toEqual(['3', 'F2'])
  expect(row?.[1]).toContain('无法写入')
  expect((await patientsOf(by)).map(({ ad_card_number }) => ad_card_number).sort()).toEqual([
    ...['F1', 'F3'],
  ])
})

test('an import that broke off is taken back for seven days from its last row, and is kept so long', async () => {
  const idle = await testApp()
  try {
    const by = await makeAccount(idle, { role: '3' })
    const own = importsOf(idle)
    const rows = Array.from(
      { length: 60 },
      (_, n) => `L${n},新${String.fromCodePoint(0x4e00 + n)},男,1971-05-17`,
    )
    const table = `卡号,姓名,性别,出生日期\n${rows.join('\n')}\nL99,满盘,男,1971-05-17\n`
    const { import_id } = (await own.bring(by, table)).data
    const job = {
      data: { oid: by.oid ?? '', import_id },
      id: '',
      attempt: 1,
      last: false,
      signal: new AbortController().signal,
    }
    await handleImport(idle.context)(job)
    // A disk that is full is no fault of the row.
    await withFullRights(idle.context.config.databaseUrl, (client) =>
      client.query(
        `create function full_disk() returns trigger language plpgsql as
           $$ begin raise exception 'full' using errcode = 'disk_full'; end $$;
         create trigger full_disk before insert on patients for each row
           when (new.name = '满盘') execute function full_disk()`,
      ),
    )
    idle.advance(6 * 86_400)
    const late = await makeAccount(idle, { role: '3', oid: by.oid ?? '' })
    await succeed(idle, runPatientImport, { import_id }, { token: late.token })
    await expect(handleImport(idle.context)(job)).rejects.toThrow('import_fault')
    await giveUpImport(idle.context)(job.data, 'import_fault')
    const failed = await own.found(late, import_id)
    expect([failed.state, failed.done, failed.created]).toEqual(['failed', 50, 50])

    idle.advance(2 * 86_400)
    await sweepImports(idle.context)
    const later = await makeAccount(idle, { role: '3', oid: by.oid ?? '' })
    expect((await own.found(later, import_id)).undo_until).not.toBeNull()
    await succeed(idle, undoPatientImport, { import_id }, { token: later.token })
    await handleImport(idle.context)(job)
    expect((await own.found(later, import_id)).undone).toBe(50)
  } finally {
    await idle.close()
  }
})

test('a table that was looked at and written is so, where there is no room to name its faulty rows', async () => {
  // Room for what a person brings, and not for what can be made again.
  const diskReserveBytes = 0.6 * (await freeBytes(tmpdir()))
  const full = await testApp({ diskReserveBytes })
  try {
    await work(full)
    const by = await makeAccount(full, { role: '3' })
    const own = importsOf(full)
    const dry = await own.checked(by, '卡号,姓名,性别,出生日期\nV1,新一,男,1971-05-17\n坏,,,\n')
    expect([dry.faults_url, dry.reason]).toEqual([null, expect.stringContaining('清单未能保存')])
    const { import_id } = dry
    await succeed(full, runPatientImport, { import_id }, { token: by.token })
    const done = await own.reached(by, import_id, 'written')
    expect(counts(done)).toEqual([1, 0, 0, 1])
    expect([done.faults_url, done.reason]).toEqual([null, expect.stringContaining('清单未能保存')])
  } finally {
    await full.close()
  }
})

test('a second table is refused before it is read', async () => {
  const idle = await testApp()
  try {
    const by = await makeAccount(idle, { role: '3' })
    const own = importsOf(idle)
    await own.bring(by, '卡号,姓名\n1,张三\n')
    expect((await own.bring(by, await plainImage())).msg).toContain('有一个导入正在进行')
  } finally {
    await idle.close()
  }
})

test('tables count among what an institution has not filed, until they are given up', async () => {
  const most = 30_000
  const unfiled = { account: most, institution: most, trialAccount: most, strangers: most }
  const bound = await testApp({ unfiled })
  try {
    await work(bound)
    const by = await makeAccount(bound, { role: '3' })
    const own = importsOf(bound)
    const table = `卡号,姓名,性别,出生日期,说明\n1,张三,男,1971-05-17,${'x'.repeat(8000)}\n2,李四,女,1971-05-17,${'x'.repeat(8000)}\n`
    const { import_id } = await own.checked(by, table)
    await expect(own.bring(by, table)).rejects.toThrow('upload: ')
    await succeed(bound, cancelPatientImport, { import_id }, { token: by.token })
    await own.checked(by, table)
  } finally {
    await bound.close()
  }
})
