import {
  askErasure,
  confirmErasure,
  createReport,
  deletePatient,
  getReport,
  institutionInfo,
  listErasable,
  listReports,
  mergePatients,
  setInstitutionInfo,
  verifyReport,
  withdrawErasure,
} from '@mingmou/contract'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { v7 as newId } from 'uuid'
import { keepFindings, makeArchive, makePatient } from '../../testing/clinical-factories.ts'
import { withFullRights } from '../../testing/database.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { passHour } from '../../testing/hour.ts'
import { describe as inWords, verifyAudit } from '../audit/verify.ts'

const NAME = '演示患者毁'
const CARD = 'CARD-ERASED'

let app: TestApp
let main: SignedIn
let member: SignedIn
beforeAll(async () => {
  app = await testApp()
  main = await makeAccount(app, { role: '3' })
  member = await signIn(app, await addAccount(app, { role: '4', oid: main.oid ?? '' }))
})
afterAll(() => app.close())

const inDatabase = <T>(work: (client: pg.Client) => Promise<T>) =>
  withFullRights(app.context.config.databaseUrl, work)
const tamper = (statement: string) => inDatabase((client) => client.query(statement))

/** Nobody can wait for fifteen years: here the law asks for less than none. */
const endTheTime = (oid: string | null) =>
  tamper(`alter table institutions drop constraint if exists erasure_after_legal_time;
    update institutions set erasure_years = -1 where oid = '${oid ?? ''}'`)

async function setYears(by: SignedIn, erasure_years: number | null) {
  const own = await succeed(app, institutionInfo, { uid: by.uid }, by)
  const { oid, name, shortName, contact, phone, areaId, address } = own
  const names = { oid, name, shortName, describes: '演示', contact, phone, areaId, address }
  return app.call(setInstitutionInfo, { ...names, erasure_years }, by)
}

async function makeReport(by: SignedIn, pid: string) {
  const rid = await makeArchive(app, by, pid)
  const analysis_id = await keepFindings(app, by, { pid, rid })
  const map = `analyses/${by.oid ?? ''}/${analysis_id}/0/vessels.png`
  await app.context.files.put(map, Buffer.from('map'), 'image/png')
  const opinion = { analysis_type: '1' as const, diagnostic_opinion: '未见异常', image_index: 0 }
  const body = { uid: by.uid, patient_id: pid, analysis_id, ...opinion }
  return { rid, analysis_id, ...(await succeed(app, createReport, body, by)) }
}

/** Tables that name a patient, a sitting or an analysis, whatever they are. */
const KEYS = ['pid', 'rid', 'analysis_record_id'] as const
async function tablesOf(client: pg.Client) {
  const { rows } = await client.query<{ name: string; keys: string[] }>(
    `select relname as name, array_agg(attname::text) as keys
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relrowsecurity and not attisdropped
       and attname = any($1) and relname <> 'erasures' group by relname order by relname`,
    [KEYS],
  )
  return rows
}

type Named = Record<(typeof KEYS)[number], string>

const fits = (keys: readonly string[]) =>
  KEYS.filter((key) => keys.includes(key))
    .map((key) => `${key} = $${KEYS.indexOf(key) + 1}::uuid`)
    .concat('$1::text || $2::text || $3::text is null')
    .join(' or ')

/** Numbers of rows of a patient by table. */
const rowsOf = (named: Named) =>
  inDatabase(async (client) => {
    const counts: Record<string, number> = {}
    for (const { name, keys } of await tablesOf(client)) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from ${name} where ${fits(keys)}`,
        KEYS.map((key) => named[key]),
      )
      counts[name] = rows[0]?.n ?? 0
    }
    return counts
  })

const SAMPLE: Record<string, string> = {
  uuid: newId(),
  date: '2020-02-29',
  jsonb: '{}',
  timestamptz: '2020-02-29T00:00:00Z',
  _text: '{}',
  _int8: '{}',
  _uuid: '{}',
}

/** A row of the patient in every table that has none. */
const fillAll = (oid: string, named: Named) =>
  inDatabase(async (client) => {
    await client.query('set session_replication_role = replica')
    const present = await rowsOf(named)
    for (const { name } of await tablesOf(client)) {
      if ((present[name] ?? 0) > 0) continue
      const { rows } = await client.query<{ name: string; type: string; text: string | null }>(
        `select column_name as name, udt_name as type,
           (select max(pg_get_constraintdef(oid)) from pg_constraint where conrelid = $1::text::regclass
             and contype = 'c' and pg_get_constraintdef(oid) like '%((' || column_name || ' = ANY%')
             as text
         from information_schema.columns where table_schema = 'public' and table_name = $1::text
           and (column_name = any($2) or is_nullable = 'NO' and column_default is null)
           and is_identity = 'NO' and is_generated = 'NEVER'`,
        [name, KEYS],
      )
      const given: Record<string, string> = { ...named, oid }
      const values = rows.map(
        (column) =>
          given[column.name] ??
          /'([^']+)'::text/.exec(column.text ?? '')?.[1] ??
          SAMPLE[column.type] ??
          '1',
      )
      await client.query(
        `insert into ${name} (${rows.map((column) => column.name).join(', ')})
         values (${rows.map((_, index) => `$${index + 1}`).join(', ')})`,
        values,
      )
    }
  })

async function filesOf(oid: string | null, parts: readonly string[]) {
  const found: string[] = []
  for (const area of ['archives', 'analyses', 'reports'])
    for await (const { key } of app.context.files.list(`${area}/${oid ?? ''}/`))
      if (parts.some((part) => key.includes(part))) found.push(key)
  return found
}

const confirm = (by: SignedIn, pid: string) => app.call(confirmErasure, { pid }, by)
const entriesOf = (action: string) =>
  app.context.db
    .selectFrom('audit_log')
    .select(['uid', 'oid', 'target_id', 'pid', 'detail'])
    .where('action', '=', action as never)
    .execute()

describe('the erasure of deleted patients', () => {
  test('is off until the main account sets a time, and never before the legal time', async () => {
    const pid = await makePatient(app, member)
    await succeed(app, deletePatient, { pid }, member)
    const listed = await succeed(app, listErasable, {}, main)
    expect(listed).toMatchObject({ years: null, total_count: 0, rows: [] })
    expect(await app.call(askErasure, { pid }, main)).toMatchObject({
      error_code: 1003,
      msg: '保存期限未满，或机构未开启病历销毁',
    })
    expect((await setYears(main, 14)).data).toMatchObject({
      fields: { erasure_years: '超出允许范围' },
    })
    expect((await setYears(member, 15)).status).toBe(600)
    await expect(tamper('update institutions set erasure_years = 14')).rejects.toThrow(
      'erasure_after_legal_time',
    )
    expect((await setYears(main, 15)).error_code).toBe(0)
    expect(await succeed(app, listErasable, {}, main)).toMatchObject({ years: 15, rows: [] })
    expect((await app.call(askErasure, { pid }, main)).error_code).toBe(1003)
    expect((await setYears(main, null)).error_code).toBe(0)
  })

  test('takes two people of the institution, and one who takes it back is enough', async () => {
    await endTheTime(main.oid)
    const living = await makePatient(app, member)
    const pid = await makePatient(app, member, { name: NAME, ad_card_number: 'CARD-WAITS' })
    await makeArchive(app, member, pid)
    await succeed(app, deletePatient, { pid }, member)
    expect((await app.call(askErasure, { pid: living }, main)).error_code).toBe(1003)
    expect((await app.call(askErasure, { pid }, member)).status).toBe(600)
    expect((await confirm(member, pid)).error_code).toBe(1003)
    await succeed(app, askErasure, { pid }, main)
    expect(await app.call(askErasure, { pid }, main)).toMatchObject({ error_code: 1003 })
    const { rows } = await succeed(app, listErasable, {}, member)
    // What waits for a second person stands before what is older.
    expect(rows.length).toBeGreaterThan(1)
    expect(rows[0]).toMatchObject({
      pid,
      name: NAME,
      ad_card_number: 'CARD-WAITS',
      sittings: 1,
      reports: 0,
      asked: { uid: main.uid, name: '演示用户' },
    })
    expect(await confirm(main, pid)).toMatchObject({
      error_code: 1003,
      msg: '须由申请人以外的另一人确认',
    })
    for (const role of ['3', '4'] as const) {
      const stranger = await makeAccount(app, { role })
      expect((await confirm(stranger, pid)).error_code).toBe(1002)
      expect((await app.call(withdrawErasure, { pid }, stranger)).error_code).toBe(1002)
    }
    await succeed(app, withdrawErasure, { pid }, member)
    expect((await confirm(member, pid)).error_code).toBe(1003)
    const after = await succeed(app, listErasable, {}, main)
    expect(after.rows.find((row) => row.pid === pid)).toMatchObject({ asked: null, sittings: 1 })
  })

  test('is refused by the database too: before the time, by one person, of another institution', async () => {
    const { oid } = await makeAccount(app, { role: '3' })
    const pid = await makePatient(app, member)
    await succeed(app, deletePatient, { pid }, member)
    await endTheTime(main.oid)
    await succeed(app, askErasure, { pid }, main)
    const erase = (whose: string | null, by: SignedIn) =>
      tamper(`begin; set local role mingmou_app; set local app.oid = '${whose ?? ''}';
        select erase_patient((select erasure_id from erasures where pid = '${pid}'), '${by.uid}', '{}');
        commit`)
    await expect(erase(main.oid, main)).rejects.toThrow('takes a second person')
    await expect(erase(oid, member)).rejects.toThrow('is not open')
    await tamper(`update institutions set erasure_years = 15 where oid = '${main.oid ?? ''}'`)
    await expect(erase(main.oid, member)).rejects.toThrow('is not to be erased')
    expect((await confirm(member, pid)).error_code).toBe(1003)
    await endTheTime(main.oid)
    await erase(main.oid, member)
    expect((await confirm(member, pid)).error_code).toBe(1002)
  })

  test('removes every row and file of all records of a person, once, and of nobody else', async () => {
    const oid = main.oid ?? ''
    const pid = await makePatient(app, member, { name: NAME, ad_card_number: CARD })
    const merged_pid = await makePatient(app, member, { name: NAME })
    const other = await makePatient(app, member)
    const report = await makeReport(member, pid)
    const older = await makeReport(member, merged_pid)
    const kept = await makeReport(member, other)
    await succeed(app, mergePatients, { pid, merged_pid }, member)
    const named = { pid, rid: report.rid, analysis_record_id: report.analysis_id }
    const ofOther = { pid: other, rid: kept.rid, analysis_record_id: kept.analysis_id }
    const before = await rowsOf(ofOther)
    await succeed(app, deletePatient, { pid }, member)
    await fillAll(oid, named)
    expect(Object.values(await rowsOf(named)).filter((n) => n === 0)).toEqual([])
    await endTheTime(oid)

    await succeed(app, askErasure, { pid: merged_pid }, main)
    const third = await signIn(app, await addAccount(app, { role: '4', oid }))
    const answers = await Promise.all([member, third, member].map((by) => confirm(by, pid)))
    const done = answers.filter(({ error_code }) => error_code === 0)
    expect(done.map(({ data }) => data)).toEqual([{ sittings: 2, images: 2, reports: 2 }])
    expect(answers.every(({ error_code }) => [0, 1002, 1003].includes(error_code))).toBe(true)

    for (const record of [named, { ...named, pid: merged_pid, rid: older.rid }])
      expect(Object.entries(await rowsOf(record)).filter(([, n]) => n > 0)).toEqual([])
    expect(await rowsOf(ofOther)).toEqual(before)
    const parts = [report.rid, report.analysis_id, older.rid, older.analysis_id]
    expect((await filesOf(oid, parts)).length).toBeGreaterThan(4)
    const ofOthers = await filesOf(oid, [kept.rid, kept.analysis_id])
    await passHour(app.context)
    expect(await filesOf(oid, parts)).toEqual([])
    expect(await filesOf(oid, [kept.rid, kept.analysis_id])).toEqual(ofOthers)
    expect(await app.context.db.selectFrom('erased_folders').selectAll().execute()).toEqual([])

    const { total_count, rows } = await succeed(app, listReports, {}, member)
    expect([total_count, rows.map(({ report_no }) => report_no)]).toEqual([1, [kept.report_no]])
    const entry = (await entriesOf('patient.erase')).find((entry) => entry.pid === pid)
    expect(entry).toMatchObject({ oid, detail: { records: 2, asked_by: main.uid } })
    expect(JSON.stringify(await entriesOf('patient.erase'))).not.toContain(CARD)
    expect(JSON.stringify(await entriesOf('report.erase'))).not.toMatch(new RegExp(NAME))
  })

  test('leaves of a report its number and its hash: an erased one is told from a stolen one', async () => {
    const own = await makeAccount(app, { role: '3' })
    const second = await signIn(app, await addAccount(app, { role: '4', oid: own.oid ?? '' }))
    const faults = async () =>
      (await verifyAudit(app.context.config)).faults
        .map(inWords)
        .filter((line) => lines.some((id) => line.includes(id)))
    const erased = await makePatient(app, second)
    const stolen = await makePatient(app, second)
    const [gone, taken] = [await makeReport(second, erased), await makeReport(second, stolen)]
    const lines = [gone.report_id, taken.report_id]
    const stored = async () => {
      const row = app.context.db.selectFrom('institutions').where('oid', '=', own.oid ?? '')
      return Number((await row.select('stored_bytes').executeTakeFirstOrThrow()).stored_bytes)
    }
    const ofBoth = await stored()
    await succeed(app, deletePatient, { pid: erased }, second)
    await endTheTime(own.oid)
    await succeed(app, askErasure, { pid: erased }, own)
    // A deleted patient is kept, and counts.
    expect(await stored()).toBe(ofBoth)
    expect((await confirm(second, erased)).error_code).toBe(0)
    // The photographs of both have one size.
    expect(ofBoth).toBeGreaterThan(0)
    expect(await stored()).toBe(ofBoth / 2)
    expect(await faults()).toEqual([])
    for (const call of [verifyReport, getReport]) {
      const body =
        call === verifyReport
          ? { report_no: gone.report_no }
          : { report_id: gone.report_no, diagnosis_class: '1' }
      expect(await app.call(call, body)).toMatchObject({
        status: 202,
        error_code: 1002,
        msg: '报告已按规定销毁',
      })
    }
    await tamper(`delete from reports where report_id = '${taken.report_id}'`)
    expect(await faults()).toEqual([`report ${taken.report_id}: was removed`])
    // A forged tombstone has no entry in the log.
    await tamper(`insert into erased_reports (report_id, report_no, oid, erasure_id, sha256)
      select '${taken.report_id}', '${taken.report_no}', oid, erasure_id, (select detail->>'sha256'
        from audit_log where target_id = '${taken.report_id}' and detail ? 'sha256')
      from erased_reports where report_id = '${gone.report_id}'`)
    expect(await faults()).toEqual([`report ${taken.report_id}: was removed`])
    await tamper(`delete from erased_reports where report_id = '${gone.report_id}'`)
    expect(await faults()).toEqual([
      `report ${gone.report_id}: was removed`,
      `report ${taken.report_id}: was removed`,
    ])
  })
})
