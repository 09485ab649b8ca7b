import {
  createReport,
  deletePatient,
  ERROR,
  exportDashboard,
  fundusArchive,
  mergePatients,
  MODALITY,
  openDashboard,
  readResult,
  voidReport,
  type DashboardPart,
  type FundusFindings,
} from '@mingmou/contract'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { withInstitution } from '../../platform/database/institution.ts'
import { makePatient, plainImage, state, upload } from '../../testing/clinical-factories.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { keepAnalysis } from '../analyses/keep.ts'
import { agreementsOf } from './agreement.ts'

let app: TestApp
let main: SignedIn
let nurse: SignedIn
let report: string

const PERIOD = { start_date: '2024-03-01', end_date: '2024-05-31' }
const open = (by = main, body: object = PERIOD) =>
  app.call(openDashboard, body, { token: by.token })
const shown = async () => (await open()).data

const graded = (eye: 'OD' | 'OS' | null, dr_grade: FundusFindings['dr_grade']) => ({
  ...SAMPLE_FINDINGS,
  eye,
  dr_grade,
})
const UNGRADABLE = { ...graded('OD', null), gradable: false, dr: null }

const [TOPCON, CANON] = ['Topcon TRC-NW400', 'Canon CR-2 AF']
async function sitting(
  by: SignedIn,
  pid: string,
  [record_date, collect_device = '']: readonly [string, string?],
  images: number,
) {
  const files_path: string[] = []
  for (let n = 0; n < images; n++) files_path.push(await upload(app, by, await plainImage()))
  const fields = { record_date, collect_device, img_type: 1 as const, repeated: files_path }
  const body = { pid, files_path, ...fields }
  return (await succeed(app, fundusArchive.create, body, { token: by.token })).rid
}

/** An analysis that ends `seconds` after the upload, two hours ago. */
async function found(
  pid: string,
  rid: string,
  seconds: number,
  findings: readonly (FundusFindings | null)[],
) {
  const oid = main.oid ?? ''
  const analysis_record_id = newId()
  const made = { analysis_record_id, pid, rid, modality: 'fundus', requested_by: main.uid } as const
  await withInstitution(app.context.db, oid, async (trx) => {
    const outcomes = findings.map((finding, image_index) => ({
      image_index,
      findings: finding,
      overlays: [],
      error: finding ? null : 'image_unreadable',
    }))
    await keepAnalysis(trx, oid, made, outcomes)
    await sql`UPDATE analyses SET ended_at = now() - interval '2 hours'
      WHERE analysis_record_id = ${analysis_record_id}`.execute(trx)
    await sql`UPDATE archives
      SET created_at = now() - interval '2 hours' - ${seconds} * interval '1 second'
      WHERE rid = ${rid}`.execute(trx)
  })
  return analysis_record_id
}

const sign = async (patient_id: string, analysis_id: string) =>
  succeed(
    app,
    createReport,
    {
      patient_id,
      analysis_id,
      analysis_type: '1',
      image_index: 0,
      uid: main.uid,
      diagnostic_opinion: '定期随访',
    },
    { token: main.token },
  )

beforeAll(async () => {
  app = await testApp()
  main = await makeAccount(app, { role: '3' })
  nurse = await signIn(app, await addAccount(app, { role: '4', oid: main.oid ?? '' }))
  const [first, same, second, gone] = [
    await makePatient(app, main),
    await makePatient(app, main),
    await makePatient(app, main),
    await makePatient(app, main),
  ]

  const march = await sitting(nurse, first, ['2024-03-01', TOPCON], 3)
  const ofMarch = await found(first, march, 600, [graded('OD', 2), UNGRADABLE, graded('OS', 0)])
  await state(app, main, {
    analysis_record_id: ofMarch,
    image_index: 2,
    field: 'stage',
    value: 1,
  })
  report = (await sign(first, ofMarch)).report_id
  await succeed(app, readResult, { analysis_record_id: ofMarch }, { token: main.token })
  await withInstitution(app.context.db, main.oid ?? '', (trx) =>
    sql`UPDATE result_reads SET created_at = ended_at + interval '30 minutes' FROM analyses
      WHERE analyses.analysis_record_id = result_reads.analysis_record_id`.execute(trx),
  )

  // The second record of the first patient.
  const april = await sitting(nurse, same, ['2024-04-11', CANON], 1)
  const ofApril = await found(same, april, 1200, [graded('OD', 2)])
  await state(app, main, { analysis_record_id: ofApril, field: 'stage', value: 2 })
  await succeed(app, mergePatients, { pid: same, merged_pid: first }, { token: main.token })

  // Filed as a scan by somebody else.
  const scan = await sitting(main, second, ['2024-04-10', CANON], 1)
  await found(second, scan, 600, [null])
  const filed = { record_date: '2024-04-10', collect_device: 'RTVue XR', img_type: 1 } as const
  const body = { rid: scan, image_indexes: [0], ...filed }
  await succeed(app, MODALITY.octa.calls.archive.fileHere, body, { token: nurse.token })

  await sitting(main, second, ['2024-04-12', CANON], 1)
  const last = await sitting(main, second, ['2024-04-13', CANON], 2)
  const ofLast = await found(second, last, 1800, [graded('OD', 0), graded(null, 1)])
  await state(app, main, { analysis_record_id: ofLast, field: 'gradable', value: false })
  for (const value of [2, null])
    await state(app, main, {
      analysis_record_id: ofLast,
      image_index: 1,
      field: 'stage',
      value,
    })

  // Deleted, and outside the period.
  const deleted = await sitting(nurse, first, ['2024-04-14', CANON], 1)
  await found(first, deleted, 600, [UNGRADABLE])
  await succeed(app, fundusArchive.delete, { rid: deleted }, { token: main.token })
  await sitting(nurse, gone, ['2024-04-14', CANON], 1)
  await succeed(app, deletePatient, { pid: gone }, { token: main.token })
  await sitting(nurse, first, ['2024-06-01', CANON], 1)
})
afterAll(() => app.close())

describe('the dashboard', () => {
  test('is for the main account alone', async () => {
    for (const role of ['1', '2', '4', '5'] as const) {
      const by = await makeAccount(app, { role })
      expect((await open(by)).status).toBe(600)
      const asked = { token: by.token }
      const file = await app.call(exportDashboard, { ...PERIOD, part: 'stages' }, asked)
      expect(file.status).toBe(600)
    }
  })

  test('of another institution has nothing of this one', async () => {
    const { data } = await open(await makeAccount(app, { role: '3' }))
    expect(data.photographs).toMatchObject([{ photographs: 0, sittings: 0, patients: 0 }])
    expect(data.turnaround).toMatchObject([{ sittings: 0, result: { n: 0, median: null } }])
    expect([data.ungradable, data.stages, data.agreement[0]?.pairs]).toEqual([[], [], []])
  })

  test.each([
    [{ start_date: '', end_date: '2024-05-01' }, 'start_date'],
    [{ start_date: '2024-05-02', end_date: '2024-05-01' }, 'end_date'],
    [{ start_date: '2000-01-01', end_date: '2024-05-01' }, 'start_date'],
    [{ start_date: '2024-05-01', end_date: '2999-01-01' }, 'end_date'],
  ])('refuses the period %o by its field', async (body, field) => {
    const { error_code, data } = await open(main, body)
    expect(error_code).toBe(ERROR.validation)
    expect(JSON.stringify(data)).toContain(field)
  })

  test('counts photographs, sittings and persons once, without what is deleted or filed elsewhere', async () => {
    const { photographs } = await shown()
    const cells = photographs.map((row) => Object.values(row))
    expect(cells).toEqual([
      [null, null, 8, 5, 2],
      [null, 'fundus', 7, 4, 2],
      [null, 'octa', 1, 1, 1],
      ['2024-03', 'fundus', 3, 1, 1],
      ['2024-04', 'fundus', 4, 3, 2],
      ['2024-04', 'octa', 1, 1, 1],
    ])
  })

  test('counts days where the period is short', async () => {
    const { data } = await open(main, { start_date: '2024-04-11', end_date: '2024-04-12' })
    const days = data.photographs.filter(({ step }) => step !== null)
    expect(days.map(({ step, photographs }) => [step, photographs])).toEqual([
      ['2024-04-11', 1],
      ['2024-04-12', 1],
    ])
  })

  test('measures from upload to result, to reading and to report', async () => {
    const { turnaround } = await shown()
    const [all, march] = turnaround
    expect(turnaround.map(({ step, sittings }) => [step, sittings])).toEqual([
      [null, 6],
      ['2024-03', 1],
      ['2024-04', 5],
    ])
    expect(all?.result).toEqual({ n: 4, median: 900, p90: 1620 })
    expect(march?.result).toEqual({ n: 1, median: 600, p90: 600 })
    expect(all?.read).toEqual({ n: 1, median: 1800, p90: 1800 })
    expect(all?.report.n).toBe(1)
    expect(all?.report.median).toBeGreaterThan(7199)
  })

  test('says by device and by uploader what could not be judged, as clinicians corrected it', async () => {
    const { ungradable } = await shown()
    const cells = ungradable.map((row) => [
      row.collect_device ?? row.uploader?.uid,
      ...[row.photographs, row.analysed, row.ungradable],
    ])
    expect(cells.toSorted()).toEqual(
      [
        [TOPCON, 3, 3, 1],
        [CANON, 4, 3, 1],
        ['RTVue XR', 1, 0, 0],
        [nurse.uid, 4, 4, 1],
        [main.uid, 3, 2, 1],
        [main.uid, 1, 0, 0],
      ].toSorted(),
    )
    expect(ungradable.find(({ uploader }) => uploader)?.uploader?.name).toBe('演示用户')
  })

  test('counts eyes of sittings by their worst stage, as clinicians corrected it', async () => {
    const { stages } = await shown()
    const kind = 'fundus'
    const none = { unstaged: 0, ungradable: 0, unknown_eye: 0 }
    const asked = (stage: number, oedema: number) => [
      { reason: 'stage.referable', eyes: stage },
      { reason: 'oedema.referable', eyes: oedema },
    ]
    const counted = (stage: number, eyes = 1) => ({ stage, eyes })
    expect(stages).toEqual([
      {
        step: null,
        modality: kind,
        stages: [counted(1), counted(2, 2)],
        reasons: asked(2, 3),
        unstaged: 0,
        ungradable: 1,
        unknown_eye: 1,
      },
      {
        step: '2024-03',
        modality: kind,
        stages: [counted(1), counted(2)],
        reasons: asked(1, 2),
        ...none,
      },
      {
        step: '2024-04',
        modality: kind,
        stages: [counted(2)],
        reasons: asked(1, 1),
        unstaged: 0,
        ungradable: 1,
        unknown_eye: 1,
      },
    ])
  })

  test('pairs the machine with statements and signed reports, and gives no kappa of few', async () => {
    const { agreement } = await shown()
    const counts = { n: 3, stated: 2, corrected: 1, signed: 1, agreed: 2, kappa: null }
    const pairs = [
      { machine: 0, clinician: 1, stated: 1, signed: 0 },
      { machine: 2, clinician: 2, stated: 1, signed: 1 },
    ]
    expect(agreement).toEqual([{ modality: 'fundus', pairs, ...counts }])
  })

  test('gives the kappa of an example worked by hand, and none of 29 pairs or of one stage alone', () => {
    // Two readers of 50: 20 and 15 alike, 5 and 10 not; kappa 0.4.
    const of = (machine: number, clinician: number, stated: number) => ({
      modality: 'fundus' as const,
      machine,
      clinician,
      stated,
      signed: 0,
    })
    const rows = [of(0, 0, 20), of(0, 1, 5), of(1, 0, 10), of(1, 1, 15)]
    const [found] = agreementsOf(rows)
    expect(found).toMatchObject({ n: 50, agreed: 35, corrected: 15 })
    expect(found?.kappa).toBeCloseTo(0.4)
    expect(agreementsOf([of(0, 0, 29)])[0]?.kappa).toBeNull()
    expect(agreementsOf([of(0, 0, 30)])[0]?.kappa).toBeNull()
  })

  test.each<[DashboardPart, string]>([
    ['photographs', '"2024-03","Fundus photograph",3,1,1'],
    ['turnaround', '"2024-03-01/2024-05-31",6,4,900,1620,1,1800,1800,1,'],
    ['ungradable', `"Fundus photograph","${TOPCON}","","",3,3,1`],
    ['stages', '"2024-03","Fundus photograph",1,1,0,0,1,2,0'],
    ['agreement', '"Fundus photograph",0,1,1,0,3,""'],
  ])('gives %s as a file', async (part, line) => {
    const answered = await fetch(new URL(exportDashboard.path, app.url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-language': 'en',
        authorization: `Bearer ${main.token}`,
      },
      body: JSON.stringify({ ...PERIOD, part }),
    })
    expect(answered.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(await answered.text()).toContain(line)
  })

  test('takes back a report that was declared void', async () => {
    const asked = { token: main.token }
    await succeed(app, voidReport, { report_id: report, reason: '签错患者' }, asked)
    const { agreement, turnaround } = await shown()
    expect(agreement[0]).toMatchObject({ n: 2, signed: 0 })
    expect(turnaround[0]).toMatchObject({ read: { n: 1 }, report: { n: 0 } })
  })
})
