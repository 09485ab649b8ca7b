import {
  addComplication,
  createExam,
  exportTrends,
  MODALITY,
  patientTrends,
  setDmConditions,
  type FundusFindings,
  type TrendPoint,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { withInstitution } from '../../platform/database/institution.ts'
import {
  archiveFields,
  makePatient,
  plainImage,
  upload,
  state,
} from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { keepAnalysis } from '../analyses/keep.ts'

const { archive } = MODALITY.fundus.calls

let app: TestApp
let by: SignedIn
let image: Buffer
beforeAll(async () => {
  app = await testApp()
  by = await makeAccount(app, { role: '4' })
  image = await plainImage()
})
afterAll(() => app.close())

const asked = () => ({ token: by.token })
const open = (pid: string) => succeed(app, patientTrends, { pid }, asked())
const found = (traits: Partial<FundusFindings>): FundusFindings => ({
  ...SAMPLE_FINDINGS,
  ...traits,
})

/** A sitting of photographs on which this was found. */
async function sitting(
  pid: string,
  record_date: string,
  photographs: readonly FundusFindings[],
  fields: Partial<typeof archiveFields> = {},
) {
  const files_path: string[] = []
  for (const [index] of photographs.entries())
    files_path.push(await upload(app, by, image, `${index}.jpg`))
  const body = { pid, ...archiveFields, ...fields, record_date, files_path, repeated: files_path }
  const { rid } = await succeed(app, archive.create, body, asked())
  const analysis_record_id = newId()
  const oid = by.oid ?? ''
  const row = { analysis_record_id, pid, rid, modality: 'fundus' as const, requested_by: by.uid }
  const outcomes = photographs.map((findings, image_index) => ({
    image_index,
    findings,
    overlays: [],
    error: null,
  }))
  await withInstitution(app.context.db, oid, (trx) => keepAnalysis(trx, oid, row, outcomes))
  return analysis_record_id
}

async function pointsOf(pid: string, key: string, eye: 'OD' | 'OS' | null): Promise<TrendPoint[]> {
  const { series } = await open(pid)
  return series.find((trend) => trend.key === key && trend.eye === eye)?.points ?? []
}
const valuesOf = async (pid: string, key: string, eye: 'OD' | 'OS' | null) =>
  (await pointsOf(pid, key, eye)).map(({ value, word }) => word ?? value)
const lastChange = async (pid: string, key: string, eye: 'OD' | 'OS' = 'OD') =>
  (await pointsOf(pid, key, eye)).at(-1)?.change
const ratio = (vcdr: number | null, eye: 'OD' | 'OS' = 'OD') => found({ vcdr, eye })

describe('the trends of a patient', () => {
  test('of another institution are not found', async () => {
    const pid = await makePatient(app, by)
    const other = await makeAccount(app, { role: '4' })
    const refused = await app.call(patientTrends, { pid }, { token: other.token })
    expect(refused).toMatchObject({ status: 202, error_code: 1002 })
  })

  test('without any visit are empty', async () => {
    const pid = await makePatient(app, by, { operation_history: '2019年白内障手术' })
    expect(await open(pid)).toEqual({
      visits: [],
      series: [],
      treatments: [],
      operation_history: '2019年白内障手术',
    })
  })

  test('keep the eyes apart, and follow the eye that a clinician corrected', async () => {
    const pid = await makePatient(app, by)
    await sitting(pid, '2023-01-02', [ratio(0.3, 'OD'), ratio(0.5, 'OS')])
    const id = await sitting(pid, '2024-01-02', [ratio(0.31, 'OD'), ratio(0.52, 'OD')])
    expect(await valuesOf(pid, 'vcdr', 'OS')).toEqual([0.5])
    await state(app, by, { analysis_record_id: id, image_index: 1, field: 'eye', value: 'OS' })
    expect(await valuesOf(pid, 'vcdr', 'OD')).toEqual([0.3, 0.31])
    expect(await valuesOf(pid, 'vcdr', 'OS')).toEqual([0.5, 0.52])
  })

  test('count photographs of an unknown eye, and put them in no series', async () => {
    const pid = await makePatient(app, by)
    await sitting(pid, '2023-01-02', [found({ eye: null, vcdr: 0.9 }), ratio(0.3)])
    const { visits, series } = await open(pid)
    expect(visits).toMatchObject([{ day: '2023-01-02', unknown_eye: 1, outdated: false }])
    expect(new Set(series.map(({ eye }) => eye))).toEqual(new Set(['OD']))
    expect(await valuesOf(pid, 'vcdr', 'OD')).toEqual([0.3])
  })

  test('take of several photographs of an eye the one that its report shows: the worst, then the best in quality', async () => {
    const pid = await makePatient(app, by)
    const of = (dr_grade: 0 | 2, score: number, vcdr: number) =>
      found({ dr_grade, vcdr, quality: { ...SAMPLE_FINDINGS.quality, score } })
    await sitting(pid, '2023-01-02', [of(0, 0.9, 0.2), of(2, 0.5, 0.3), of(2, 0.8, 0.4)])
    expect(await pointsOf(pid, 'vcdr', 'OD')).toMatchObject([{ value: 0.4, image_index: 2 }])
  })

  test('leave a gap with its reason where a figure was not measured, never a zero', async () => {
    const pid = await makePatient(app, by)
    await sitting(pid, '2022-01-02', [ratio(0.3)])
    await sitting(pid, '2023-01-02', [found({ vcdr: null, not_measured: { vcdr: 'no_cup' } })])
    const quality = { ...SAMPLE_FINDINGS.quality, gradable: false }
    await sitting(pid, '2024-01-02', [found({ gradable: false, quality })])
    await sitting(pid, '2025-01-02', [ratio(0.8)])
    expect(await pointsOf(pid, 'vcdr', 'OD')).toMatchObject([
      { value: 0.3, reason: null, change: null },
      { value: null, reason: 'no_cup', change: null },
      { value: null, reason: 'not_gradable', change: null },
      { value: 0.8, change: { from: 0, by: 0.5, changed: true } },
    ])
  })
})

describe('a difference', () => {
  const of = async (before: number, after: number, key = 'vcdr') => {
    const pid = await makePatient(app, by)
    await sitting(pid, '2023-01-02', [ratio(before)])
    await sitting(pid, '2024-01-02', [ratio(after)])
    return lastChange(pid, key)
  }

  test('inside the error of both visits is no change, outside it is one', async () => {
    // 1.96 times the root of the squares of two spreads of 0.03.
    const limit = expect.closeTo(0.0832, 4) as number
    const by = (change: number) => expect.closeTo(change, 6) as number
    expect(await of(0.4, 0.48)).toMatchObject({ by: by(0.08), limit, changed: false })
    expect(await of(0.4, 0.49)).toMatchObject({ by: by(0.09), limit, changed: true, reason: null })
    expect(await of(0.49, 0.4)).toMatchObject({ by: by(-0.09), limit, changed: true })
  })

  test('of a figure whose error nobody knows is never called a change', async () => {
    const change = await of(0.4, 0.4, 'dr_grade')
    expect(change).toMatchObject({ by: 0, limit: null, changed: false, reason: 'no_error' })
  })

  test.each([
    ['another device', 'device', {}, { collect_device: 'Canon CR-2 AF' }],
    ['another network', 'versions', { model_versions: { disc: '9.9.9' } }, {}],
  ] as const)('to %s is not told, and the reason is', async (_, reason, traits, fields) => {
    const pid = await makePatient(app, by)
    await sitting(pid, '2022-01-02', [ratio(0.3)])
    await sitting(pid, '2023-01-02', [{ ...ratio(0.9), ...traits }], fields)
    expect(await lastChange(pid, 'vcdr')).toEqual({
      from: 0,
      by: null,
      unit: '1',
      limit: null,
      changed: false,
      reason,
    })
    // The next visit is compared with the newest that is alike.
    await sitting(pid, '2024-01-02', [ratio(0.35)])
    expect(await lastChange(pid, 'vcdr')).toMatchObject({ from: 0, changed: false, reason: null })
  })

  test('is not told between two sittings of one day', async () => {
    const pid = await makePatient(app, by)
    await sitting(pid, '2023-01-02', [ratio(0.3)])
    await sitting(pid, '2023-01-02', [ratio(0.9)])
    expect(await lastChange(pid, 'vcdr')).toBeNull()
  })
})

describe('the file of the trends', () => {
  const file = async (pid: string, who = by) => {
    const answered = await fetch(new URL(exportTrends.path, app.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${who.token}` },
      body: JSON.stringify({ pid }),
    })
    return { type: answered.headers.get('content-type'), text: await answered.text() }
  }

  test('holds the same numbers as numbers, and nothing that a spreadsheet takes for a formula', async () => {
    const pid = await makePatient(app, by)
    const device = { collect_device: '=HYPERLINK("x")' }
    await sitting(pid, '2023-01-02', [ratio(0.6)], device)
    await sitting(pid, '2024-01-02', [ratio(0.4)], device)
    const { type, text } = await file(pid)
    expect(type).toBe('text/csv; charset=utf-8')
    const rows = text.split('\r\n').filter((row) => row.includes('"vcdr"'))
    expect(rows).toHaveLength(2)
    expect(rows[1]).toContain(`"vcdr","OD","2024-01-02",0.4,"",0.03,"","","'=HYPERLINK(""x"")",1`)
    expect(rows[1]).toMatch(/"2023-01-02",-0\.2,"",0\.083,"有变化"$/)
  })

  test('of another institution is not given', async () => {
    const pid = await makePatient(app, by)
    const { type, text } = await file(pid, await makeAccount(app, { role: '4' }))
    expect(type).toContain('application/json')
    expect(text).toContain('1002')
  })
})

describe('records', () => {
  test('are in the trends by eye, acuity as decimal, and below the chart as its word', async () => {
    const pid = await makePatient(app, by)
    const exam = (record_date: string, OD: string, OS: string) =>
      succeed(
        app,
        createExam,
        { pid, record_date, record_detail: { naked_va: { OD, OS }, iop: { OS: '18' } } },
        asked(),
      )
    await exam('2023-01-02', '4.7', '20/40')
    await exam('2024-01-02', '指数/30cm', '0.8')
    expect(await valuesOf(pid, 'naked_va', 'OD')).toEqual([0.501, 'CF'])
    expect(await valuesOf(pid, 'naked_va', 'OS')).toEqual([0.5, 0.8])
    expect(await valuesOf(pid, 'iop', 'OD')).toEqual([])
    expect(await lastChange(pid, 'iop', 'OS')).toMatchObject({ by: 0, reason: 'no_error' })
  })

  test('of glucose and HbA1c keep every day that was saved, and the last value of a day', async () => {
    const pid = await makePatient(app, by)
    const save = (day: string, value: number) =>
      succeed(
        app,
        setDmConditions,
        { pid, recently_HbA1c_date: day, recently_HbA1c_value: value },
        asked(),
      )
    await save('2023-01-02', 9.1)
    await save('2024-01-02', 7.7)
    await save('2024-01-02', 7.2)
    await succeed(app, setDmConditions, { pid, recently_fbg_value: 6.1 }, asked())
    expect(await valuesOf(pid, 'hba1c', null)).toEqual([9.1, 7.2])
    expect(await valuesOf(pid, 'fbg', null)).toEqual([])
  })

  test('of treatment stand on the axis, the oldest first', async () => {
    const pid = await makePatient(app, by)
    for (const start_date of ['2023-01-02', '2021-01-02']) {
      const body = { pid, disease_type: '糖尿病视网膜病变', start_date, treat_plan: '光凝' }
      await succeed(app, addComplication, body, asked())
    }
    const of = { end: null, disease: '糖尿病视网膜病变', plan: '光凝' }
    expect((await open(pid)).treatments).toEqual([
      { start: '2021-01-02', ...of },
      { start: '2023-01-02', ...of },
    ])
  })
})
