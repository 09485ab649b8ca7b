import {
  createReport,
  deletePatient,
  getReport,
  listReports,
  REPORT_PDF_PATH,
  verifyReport,
  voidReport,
} from '@mingmou/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  analysed,
  drawnPhotograph,
  makeArchive,
  makePatient,
  work,
} from '../../testing/clinical-factories.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { rememberingModels } from '../../testing/models.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { passHour } from '../../testing/hour.ts'
import { describe as inWords, verifyAudit } from '../audit/verify.ts'

const NAME = '演示患者存'
const PHONE = '13912345678'

let app: TestApp
let by: SignedIn
let pid: string
let analysis_id: string
beforeAll(async () => {
  app = await testApp()
  await work(app, rememberingModels())
  by = await makeAccount(app, { role: '4' })
  pid = await makePatient(app, by, { name: NAME, phone: PHONE, ad_card_number: 'CARD-KEPT' })
  const rid = await makeArchive(app, by, pid, [await drawnPhotograph()])
  analysis_id = (await analysed(app, by, rid)).anal_id
})
afterAll(() => app.close())

const asked = () => ({ token: by.token })
let written = 0
/** A report with an opinion of its own, which replaces the one before. */
const make = () =>
  succeed(
    app,
    createReport,
    {
      uid: by.uid,
      patient_id: pid,
      analysis_id,
      analysis_type: '1',
      diagnostic_opinion: `未见异常（${++written}）`,
      image_index: 0,
    },
    asked(),
  )

describe('the PDF of a report', () => {
  const pdf = (query: Record<string, string>, token?: string) =>
    fetch(`${app.url}${REPORT_PDF_PATH}?${new URLSearchParams(query)}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
  const bytesOf = async (query: Record<string, string>, token?: string) =>
    Buffer.from(await (await pdf(query, token)).arrayBuffer()).toString('base64')
  const keptOf = async (report_id: string) => {
    const keys: string[] = []
    for await (const { key } of app.context.files.list(`reports/${by.oid ?? ''}/${report_id}/`)) {
      keys.push(key.split('-').slice(-1)[0] ?? '')
    }
    return keys.sort()
  }

  test('for visitors is made once for each language, however often and at once it is asked for', async () => {
    const { report_no, report_id } = await make()
    const asked = Array.from({ length: 20 }, () => bytesOf({ report_no }))
    const [first, ...others] = await Promise.all(asked)
    for (let n = 0; n < 5; n++) others.push(await bytesOf({ report_no }))
    expect(new Set(others)).toEqual(new Set([first]))
    const english = await bytesOf({ report_no, lang: 'en' })
    expect(await bytesOf({ report_no, lang: 'en' })).toBe(english)
    expect(english).not.toBe(first)
    expect(await keptOf(report_id)).toEqual(['current.pdf', 'current.pdf'])
    expect(await bytesOf({ report_no }, by.token)).not.toBe(first)
  })

  test('for clinicians is made once for what it says, and is another than that of visitors', async () => {
    const { report_no, report_id } = await make()
    const asked = Array.from({ length: 10 }, () => bytesOf({ report_no }, by.token))
    const made = await Promise.all(asked)
    // Each PDF that is made has a mark of its own.
    expect(new Set(made).size).toBe(1)
    expect(await bytesOf({ report_no }, by.token)).toBe(made[0])
    expect(await keptOf(report_id)).toEqual(['own.pdf'])
    expect(await bytesOf({ report_no })).not.toBe(made[0])

    // A report that replaces it is said on its pages.
    await make()
    expect(await bytesOf({ report_no }, by.token)).not.toBe(made[0])
    expect(await keptOf(report_id)).toEqual(['current.pdf', 'own.pdf', 'own.pdf'])
  })

  test('for visitors there is none once the report is superseded or void, though one is kept', async () => {
    const { report_no, report_id } = await make()
    await bytesOf({ report_no })
    const newer = await make()
    expect(await keptOf(report_id)).toEqual(['current.pdf'])
    expect(await (await pdf({ report_no })).json()).toMatchObject({ msg: '报告已被新报告取代' })
    await bytesOf({ report_no: newer.report_no })
    await succeed(app, voidReport, { report_id: newer.report_id, reason: '患者有误' }, asked())
    expect(await (await pdf({ report_no: newer.report_no })).json()).toMatchObject({
      msg: '报告已作废',
    })
  })

  test('for visitors is removed when no visitor may open the report any more', async () => {
    const { report_no, report_id } = await make()
    await bytesOf({ report_no })
    await passHour(app.context)
    expect(await keptOf(report_id)).toHaveLength(1)
    app.advance(30 * 86_400)
    await passHour(app.context)
    app.advance(-30 * 86_400)
    expect(await keptOf(report_id)).toEqual([])
  })
})

const read = (report_id: string, who: { token?: string } = {}) =>
  app.call(getReport, { report_id, diagnosis_class: '1' }, who)

describe('the public link', () => {
  test('of a superseded report says so and opens nothing', async () => {
    const { report_no } = await make()
    await make()
    expect(await read(report_no)).toMatchObject({ status: 202, msg: '报告已被新报告取代' })
    expect((await read(report_no, asked())).error_code).toBe(0)
  })

  test('is closed when the institution declares the report void, which stays readable there', async () => {
    const { report_no, report_id } = await make()
    const reason = '照片属于另一患者'
    const wrong = await app.call(voidReport, { report_id, reason: ' ' }, asked())
    expect(wrong.error_code).toBe(1001)
    expect(Object.keys(wrong.data)).toEqual(['fields'])
    const long = await app.call(voidReport, { report_id, reason: '长'.repeat(201) }, asked())
    expect(long.error_code).toBe(1001)
    const stranger = await makeAccount(app, { role: '3' })
    const theirs = await app.call(voidReport, { report_id, reason }, { token: stranger.token })
    expect(theirs.error_code).toBe(1002)
    const both = await Promise.all(
      [1, 2].map(() => app.call(voidReport, { report_id, reason }, asked())),
    )
    expect(both.map(({ error_code }) => error_code).sort()).toEqual([0, 1003])
    expect(await read(report_no)).toMatchObject({ status: 202, msg: '报告已作废' })
    expect((await read(report_no, asked())).data.report_data.standing).toMatchObject({
      state: 'void',
      voided: { by: '演示用户', reason },
    })
    const again = await app.call(voidReport, { report_id, reason: '另一原因' }, asked())
    expect(again).toMatchObject({ error_code: 1003, msg: '报告已作废' })
    // What is said of a void report is followed by a report of its own.
    const { report_id: next } = await make()
    expect((await read(next, asked())).data.report_data.standing).toMatchObject({
      state: 'signed',
      supersedes: { report_no },
    })
  })
})

describe('whoever checks a report by its number', () => {
  const check = (report_no: string) => app.call(verifyReport, { report_no })

  test('learns whether it stands, when it was signed and its hash, and nothing about the patient', async () => {
    const first = await make()
    const { standing, report_time, organization } = (await read(first.report_id, asked())).data
      .report_data
    const { data } = await check(first.report_no)
    expect(data).toEqual({
      report_no: first.report_no,
      state: 'signed',
      altered: false,
      diagnosis_class: '1',
      ended_at: null,
      opens: true,
      institution: organization.name,
      report_time,
      sha256: standing.sha256,
    })
    for (const word of [NAME, PHONE, 'CARD-KEPT', '1964', pid])
      expect(JSON.stringify(data)).not.toContain(word)

    const second = await make()
    expect((await check(first.report_no)).data).toMatchObject({
      state: 'superseded',
      opens: false,
      sha256: standing.sha256,
    })
    await succeed(app, voidReport, { report_id: second.report_id, reason: '有误' }, asked())
    const ended = await check(second.report_no)
    expect(ended.data).toMatchObject({ state: 'void', opens: false })
    expect(ended.data.ended_at).not.toBeNull()
    expect(JSON.stringify(ended.data)).not.toContain('有误')
    app.advance(31 * 86_400)
    const { report_no } = second
    expect((await check(report_no)).data.state).toBe('void')
    app.advance(-31 * 86_400)
  })

  test('finds nothing under another number, and is in the audit log', async () => {
    for (const number of ['R1', '%', 'R20240101-AAAAAAAAAAAAAAAAAAAAAAAAAA'])
      expect(await check(number)).toMatchObject({ status: 202, error_code: 1002 })
    const { report_no, report_id } = await make()
    await check(report_no)
    const entries = await app.context.db
      .selectFrom('audit_log')
      .select(['uid', 'oid'])
      .where('action', '=', 'report.verify')
      .where('target_id', '=', report_id)
      .execute()
    expect(entries).toEqual([{ uid: null, oid: by.oid }])
  })
})

describe('the record of a report', () => {
  /** Somebody with full rights on the database. */
  async function tamper(statement: string): Promise<void> {
    const url = new URL(inject('databaseServer').superuserUrl)
    url.pathname = new URL(app.context.config.databaseUrl).pathname
    const client = new pg.Client({ connectionString: url.href })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const faults = async () => (await verifyAudit(app.context.config)).faults.map(inWords)

  test('is whole as it was made, also once it is void and superseded', async () => {
    const { report_id } = await make()
    await make()
    await succeed(app, voidReport, { report_id, reason: '患者有误' }, asked())
    const { reports, faults } = await verifyAudit(app.context.config)
    expect(faults).toEqual([])
    expect(reports).toBeGreaterThan(1)
  })

  test.each([
    ['snapshot', `data = jsonb_set(data, '{DR,stage}', '4')`],
    ['opinion', `opinion = '另一意见'`],
    ['clinician', `clinician = gen_random_uuid()`],
    ['time', `created_at = created_at + interval '1 second'`],
  ])('names the report whose %s was changed, and no other', async (_, change) => {
    const { report_id, report_no } = await make()
    await make()
    await tamper('create table whole as table reports')
    await tamper(`update reports set ${change} where report_id = '${report_id}'`)
    expect(await faults()).toEqual([
      `report ${report_id} (${report_no}): was changed after it was made`,
    ])
    const opened = await app.call(getReport, { report_id, diagnosis_class: '1' }, asked())
    expect(opened.data.report_data.standing.altered).toBe(true)
    const verified = await succeed(app, verifyReport, { report_no }, {})
    expect(verified.altered).toBe(true)
    await tamper(`update reports set (data, opinion, clinician, created_at) =
      (select data, opinion, clinician, created_at from whole where whole.report_id = reports.report_id)
      where report_id = '${report_id}'; drop table whole`)
    expect(await faults()).toEqual([])
    expect((await succeed(app, verifyReport, { report_no }, {})).altered).toBe(false)
  })

  test('shows the same figures once findings and models are others', async () => {
    const { report_id } = await make()
    const figures = async () =>
      // Addresses are of the moment.
      JSON.stringify((await read(report_id, asked())).data.report_data).replace(
        /"[^"]*\/v1\/oss\/[^"]*"/g,
        '""',
      )
    const before = await figures()
    await tamper(`update analysis_images set findings = findings || '{"vcdr":0.99,"gradable":false,
      "model_versions":{"vessels":"99.0.0"}}'`)
    expect(await figures()).toBe(before)
    expect(await faults()).toEqual([])
  })

  test('misses a report that was removed, and finds one that was put in', async () => {
    const { report_id } = await make()
    await tamper(`create table whole as select * from reports where report_id = '${report_id}'`)
    await tamper(`delete from reports where report_id = '${report_id}'`)
    expect(await faults()).toEqual([`report ${report_id}: was removed`])
    const forged = `R20260101-${'A'.repeat(26)}`
    await tamper(`update whole set report_id = '${pid}', report_no = '${forged}';
      alter table whole drop column stage;
      insert into reports table whole; drop table whole`)
    expect(await faults()).toEqual([
      `report ${pid} (${forged}): was put in past the audit log`,
      `report ${report_id}: was removed`,
    ])
  })
})

test('a report of a deleted patient is kept for the institution, says until when, and is gone for everybody else', async () => {
  const colleague = await signIn(app, await addAccount(app, { role: '3', oid: by.oid ?? '' }))
  const { report_no, report_id } = await make()
  expect((await read(report_no)).error_code).toBe(0)
  await succeed(app, deletePatient, { pid }, asked())
  const stranger = await makeAccount(app, { role: '4' })
  for (const [id, who] of [
    [report_no, {}],
    [report_no, { token: stranger.token }],
    [report_id, { token: stranger.token }],
  ] as const) {
    expect(await read(id, who)).toMatchObject({ status: 202, error_code: 1002 })
  }
  for (const id of [report_no, report_id]) {
    const { report_data } = (await read(id, { token: colleague.token })).data
    const today = report_data.report_time.slice(0, 4)
    expect(report_data.name).toBe(NAME)
    expect(report_data.standing.kept_until?.slice(0, 4)).toBe(String(Number(today) + 15))
  }
  expect((await app.call(verifyReport, { report_no })).data).toMatchObject({
    state: 'signed',
    opens: false,
  })
  const { rows } = await succeed(app, listReports, { keyword: report_no }, asked())
  expect(rows).toEqual([])
})
