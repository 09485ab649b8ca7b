import { createReport, REPORT_PDF_PATH, revokeReport } from '@mingmou/contract'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  analysed,
  drawnPhotograph,
  makeArchive,
  makePatient,
  statusOf,
} from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { sweepFiles } from '../archives/sweep.ts'
import { describe as inWords, verifyAudit } from '../audit/verify.ts'

let app: TestApp
let by: SignedIn
let pid: string
let analysis_id: string
beforeAll(async () => {
  app = await testApp()
  by = await makeAccount(app, { role: '4' })
  pid = await makePatient(app, by)
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
    // Each PDF that is made has a mark of its own.
    expect(await bytesOf({ report_no }, by.token)).not.toBe(await bytesOf({ report_no }, by.token))
    expect(await keptOf(report_id)).toEqual([])
    const asked = Array.from({ length: 20 }, () => bytesOf({ report_no }))
    const [first, ...others] = await Promise.all(asked)
    for (let n = 0; n < 5; n++) others.push(await bytesOf({ report_no }))
    expect(new Set(others)).toEqual(new Set([first]))
    const english = await bytesOf({ report_no, lang: 'en' })
    expect(await bytesOf({ report_no, lang: 'en' })).toBe(english)
    expect(english).not.toBe(first)
    expect(await keptOf(report_id)).toHaveLength(2)
    expect(await bytesOf({ report_no }, by.token)).not.toBe(first)
  })

  test('for visitors is another once the report is superseded, and none once it is withdrawn', async () => {
    const { report_no, report_id } = await make()
    const before = await bytesOf({ report_no })
    await make()
    const after = await bytesOf({ report_no })
    expect(after).not.toBe(before)
    expect(await bytesOf({ report_no })).toBe(after)
    expect(await keptOf(report_id)).toEqual(['current.pdf', 'superseded.pdf'])
    await succeed(app, revokeReport, { report_id }, asked())
    expect(await statusOf(pdf({ report_no }))).toBe(202)
  })

  test('for visitors is removed when no visitor may open the report any more', async () => {
    const { report_no, report_id } = await make()
    await bytesOf({ report_no })
    await sweepFiles(app.context)
    expect(await keptOf(report_id)).toHaveLength(1)
    app.advance(30 * 86_400)
    await sweepFiles(app.context)
    app.advance(-30 * 86_400)
    expect(await keptOf(report_id)).toEqual([])
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

  test('is whole as it was made, also once it is withdrawn and superseded', async () => {
    const { report_id } = await make()
    await make()
    await succeed(app, revokeReport, { report_id }, asked())
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
    await tamper(`update reports set (data, opinion, clinician, created_at) =
      (select data, opinion, clinician, created_at from whole where whole.report_id = reports.report_id)
      where report_id = '${report_id}'; drop table whole`)
    expect(await faults()).toEqual([])
  })

  test('misses a report that was removed, and finds one that was put in', async () => {
    const { report_id } = await make()
    await tamper(`create table whole as select * from reports where report_id = '${report_id}'`)
    await tamper(`delete from reports where report_id = '${report_id}'`)
    expect(await faults()).toEqual([`report ${report_id}: was removed`])
    const forged = `R20260101-${'A'.repeat(26)}`
    await tamper(`update whole set report_id = '${pid}', report_no = '${forged}';
      insert into reports table whole; drop table whole`)
    expect(await faults()).toEqual([
      `report ${pid} (${forged}): was put in past the audit log`,
      `report ${report_id}: was removed`,
    ])
  })
})
