import {
  createReport,
  fundusAnalysis,
  fundusArchive,
  FundusReportData,
  getReport,
  listReports,
  type FundusFindings,
  type InputOf,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { withInstitution } from '../../platform/database/institution.ts'
import {
  makeSitting,
  plainImage,
  predict,
  resultOf,
  state,
} from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { keepAnalysis } from '../analyses/keep.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** An analysis that ended with these findings, one for each photograph. No worker runs here. */
async function keep(
  by: SignedIn,
  { pid, rid }: { pid: string; rid: string },
  findings: readonly Partial<FundusFindings>[],
): Promise<string> {
  const analysis_record_id = await predict(app, by, rid)
  const outcomes = findings.map((found, image_index) => ({
    image_index,
    overlays: [],
    error: null,
    findings: { ...SAMPLE_FINDINGS, ...found },
  }))
  const analysis = {
    analysis_record_id,
    pid,
    rid,
    modality: 'fundus',
    requested_by: by.uid,
  } as const
  const oid = by.oid ?? ''
  await withInstitution(app.context.db, oid, (trx) => keepAnalysis(trx, oid, analysis, outcomes))
  return analysis_record_id
}

/** An analysed sitting whose photographs of the right eye have the sample's findings. */
async function sitting(...findings: Partial<FundusFindings>[]) {
  const all = findings.length > 0 ? findings : [{}]
  const made = await makeSitting(app, await Promise.all(all.map(() => plainImage())))
  const analysis_record_id = await keep(
    made.by,
    made,
    all.map((photograph) => ({ eye: 'OD', ...photograph })),
  )
  return { ...made, analysis_record_id, asked: { token: made.by.token } }
}

const STAGE_1 = { field: 'stage', value: 1, reason: '出血点为伪影' }
const plainly = (analysis_record_id: string) => ({
  analysis_record_id,
  image_index: 0,
  replaces: null,
})

async function first(by: SignedIn, analysis_record_id: string) {
  const { left, right, other } = await resultOf(app, by, analysis_record_id)
  const [image] = [...right, ...left, ...other]
  if (!image) throw new Error('no image')
  const judgement = (name: string) => image.judgements.find((judgement) => judgement.name === name)
  return { ...image, judgement }
}

const wish = (
  by: SignedIn,
  patient_id: string,
  analysis_id: string,
): InputOf<typeof createReport> => ({
  uid: by.uid,
  patient_id,
  analysis_id,
  analysis_type: '1',
  image_index: 0,
  diagnostic_opinion: '已阅片。',
})

describe('a stage that a clinician states', () => {
  test('leads findings, draft and list, with the machine’s stage, the reason and the clinician beside it', async () => {
    const { by, pid, analysis_record_id, asked } = await sitting()
    await state(app, by, { analysis_record_id, ...STAGE_1 })
    const image = await first(by, analysis_record_id)
    expect(image.data).toMatchObject({ dr_grade: 1, dr: { rule: 'clinician', referable: true } })
    expect(image.data?.confidence).not.toHaveProperty('dr_grade')
    expect(image.judgement('stage')).toMatchObject({
      machine: 2,
      corrections: [{ value: 1, reason: '出血点为伪影', clinician: '演示用户', earlier: false }],
    })
    expect(image.opinion).toContain(
      '糖网分级按医生判定：1 级 · 轻度非增殖期（AI：2 级 · 疑似中度；理由：出血点为伪影）',
    )
    expect(image.opinion).toContain('ICDR 1级（医生判定）')
    expect(image.opinion).not.toMatch(/疑似.*ICDR/)
    const { rows } = await succeed(app, fundusAnalysis.list, { pid }, asked)
    expect(rows[0]?.eyes[0]).toMatchObject({ stage: 1, machine: { stage: 2 } })
  })

  test('stands in a new report beside the machine’s; one signed before stays as it is', async () => {
    const { by, pid, analysis_record_id, asked } = await sitting()
    const of1 = async (report_id: string) => {
      const read = { report_id, diagnosis_class: '1' as const }
      const { report_data } = await succeed(app, getReport, read, asked)
      return FundusReportData.parse(report_data)
    }
    const body = wish(by, pid, analysis_record_id)
    const before = await succeed(app, createReport, body, asked)
    const then = await of1(before.report_id)
    await state(app, by, { analysis_record_id, ...STAGE_1 })
    await state(app, by, { analysis_record_id, field: 'referral', value: 'none', reason: '已随访' })
    const after = await succeed(app, createReport, body, asked)
    expect(await of1(after.report_id)).toMatchObject({
      DR: { stage: 1, rule: 'clinician' },
      corrections: [
        { name: 'referral', value: 'none', machine: 'referable', reason: '已随访' },
        { name: 'stage', value: 1, machine: 2, clinician: '演示用户' },
      ],
      outcomes: [{ stage: 1, referral: 'none', machine: { stage: 2, referral: 'referable' } }],
    })
    expect(then).toMatchObject({ DR: { stage: 2 }, corrections: [] })
    expect({ ...(await of1(before.report_id)), image_url: '' }).toMatchObject({
      DR: then.DR,
      outcomes: then.outcomes,
      corrections: [],
      machine_opinion: then.machine_opinion,
    })
    const { rows } = await succeed(app, listReports, { pid }, asked)
    expect(rows.map(({ outcomes: [eye] }) => [eye?.stage, eye?.machine?.stage])).toEqual([
      [1, 2],
      [2, undefined],
    ])
  })

  test('settles what two photographs of an eye contradict', async () => {
    const { by, analysis_record_id } = await sitting({}, { dr_grade: 0 })
    const draft = async () => (await resultOf(app, by, analysis_record_id)).patient_opinion
    expect(await draft()).toContain('右眼：照片分级矛盾')
    await state(app, by, { analysis_record_id, field: 'stage', value: 2, reason: '同意' })
    expect(await draft()).not.toContain('矛盾')
    expect(await draft()).toContain('第1张：糖网分级按医生判定')
  })

  test('can be withdrawn; then the machine’s holds again and all that was stated is still there', async () => {
    const { by, analysis_record_id } = await sitting()
    await state(app, by, { analysis_record_id, ...STAGE_1 })
    await state(app, by, { analysis_record_id, field: 'stage', value: null, reason: '误点' })
    const image = await first(by, analysis_record_id)
    expect(image.data).toMatchObject({ dr_grade: 2, dr: { rule: SAMPLE_FINDINGS.dr?.rule } })
    expect(
      image.judgement('stage')?.corrections.map(({ value, reason }) => [value, reason]),
    ).toEqual([
      [null, '误点'],
      [1, '出血点为伪影'],
    ])
    const again = { ...plainly(analysis_record_id), field: 'stage', value: null, reason: '误点' }
    const replaces = image.judgement('stage')?.corrections[0]?.correction_id ?? null
    const refused = await app.call(
      fundusAnalysis.correct,
      { ...again, replaces },
      { token: by.token },
    )
    expect(refused.error_code).toBe(1001)
  })
})

test('a photograph that a clinician judges ungradable gives no disease; the machine’s findings stay', async () => {
  const { by, analysis_record_id, asked } = await sitting()
  await state(app, by, {
    analysis_record_id,
    field: 'gradable',
    value: false,
    reason: '屈光间质混浊',
  })
  const image = await first(by, analysis_record_id)
  expect(image).toMatchObject({
    quality: { gradable: false, reasons: ['judged_by_clinician'] },
    data: { dr_grade: null, glaucoma: null },
  })
  expect(image.judgement('stage')).toMatchObject({ machine: 2, corrections: [] })
  const stated = { ...plainly(analysis_record_id), ...STAGE_1 }
  expect(await app.call(fundusAnalysis.correct, stated, asked)).toMatchObject({
    error_code: 1003,
    msg: '图像不可判读：请先更正图像质量',
  })
  await state(app, by, { analysis_record_id, field: 'gradable', value: null, reason: '误点' })
  expect((await first(by, analysis_record_id)).data?.dr_grade).toBe(2)
})

describe('a correction', () => {
  test.each([
    ['without a reason', { ...STAGE_1, reason: ' ' }, 'reason'],
    ['with a reason without end', { ...STAGE_1, reason: '长'.repeat(201) }, 'reason'],
    ['to a stage that there is not', { ...STAGE_1, value: 5 }, 'value'],
    ['to a value of another kind', { ...STAGE_1, value: '1' }, 'value'],
    ['of a value that nobody may correct', { ...STAGE_1, field: 'vcdr' }, 'field'],
    ['withdrawn that nobody made', { ...STAGE_1, value: null }, 'value'],
  ])('%s is refused at its field', async (_, stated, field) => {
    const { analysis_record_id, asked } = await sitting()
    const body = { ...plainly(analysis_record_id), ...stated }
    const refused = await app.call(fundusAnalysis.correct, body, asked)
    expect(refused.error_code).toBe(1001)
    expect(Object.keys((refused.data as unknown as { fields: object }).fields)).toEqual([field])
  })

  test('of two clinicians at once is saved once; the second sees the first and saves theirs beside it', async () => {
    const { by, analysis_record_id, asked } = await sitting()
    const colleague = await makeAccount(app, { role: '4', oid: by.oid ?? '' })
    const body = { ...plainly(analysis_record_id), ...STAGE_1 }
    const both = await Promise.all([
      app.call(fundusAnalysis.correct, body, asked),
      app.call(fundusAnalysis.correct, { ...body, value: 3 }, { token: colleague.token }),
    ])
    expect(both.map(({ error_code }) => error_code).sort()).toEqual([0, 1003])
    await state(app, colleague, { analysis_record_id, ...STAGE_1, value: 3 })
    const { corrections } = (await first(by, analysis_record_id)).judgement('stage') ?? {}
    expect(corrections).toHaveLength(2)
    expect(corrections?.[0]).toMatchObject({ value: 3 })
  })

  test('made while a new analysis runs holds for that one too, which says that it is older', async () => {
    const { by, pid, rid, analysis_record_id, asked } = await sitting()
    const anew = await predict(app, by, rid)
    await state(app, by, { analysis_record_id, ...STAGE_1 })
    expect(await keep(by, { pid, rid }, [{ dr_grade: 3, eye: 'OD' }])).toBe(anew)
    const image = await first(by, anew)
    expect(image.data?.dr_grade).toBe(1)
    expect(image.judgement('stage')).toMatchObject({
      machine: 3,
      corrections: [{ value: 1, earlier: true }],
    })
    const { rows } = await succeed(app, fundusAnalysis.list, { pid }, asked)
    expect(rows[0]).toMatchObject({ analysis_record_id: anew, eyes: [{ stage: 1 }, {}] })
  })

  test('is on record, and is of the institution alone', async () => {
    const { by, analysis_record_id } = await sitting()
    await state(app, by, { analysis_record_id, ...STAGE_1 })
    const stranger = await makeAccount(app, { role: '4' })
    const body = { ...plainly(analysis_record_id), ...STAGE_1 }
    const refused = await app.call(fundusAnalysis.correct, body, { token: stranger.token })
    expect(refused).toMatchObject({ status: 202, error_code: 1002 })
    const absent = { ...body, image_index: 1 }
    expect((await app.call(fundusAnalysis.correct, absent, { token: by.token })).error_code).toBe(
      1002,
    )
    const entries = await app.context.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'analysis.correct')
      .where('target_id', '=', analysis_record_id)
      .execute()
    expect(entries).toMatchObject([{ detail: { image_index: 0, name: 'stage', value: 1 } }])
  })

  test('can be added by the program and never changed', async () => {
    const { by, analysis_record_id } = await sitting()
    await state(app, by, { analysis_record_id, ...STAGE_1 })
    const changing = withInstitution(app.context.db, by.oid ?? '', (trx) =>
      trx.updateTable('corrections').set({ reason: '-' }).execute(),
    )
    await expect(changing).rejects.toThrow('permission denied')
  })

  test('of a deleted archive finds nothing', async () => {
    const { rid, analysis_record_id, asked } = await sitting()
    await succeed(app, fundusArchive.delete, { rid }, asked)
    const body = { ...plainly(analysis_record_id), ...STAGE_1 }
    expect((await app.call(fundusAnalysis.correct, body, asked)).error_code).toBe(1002)
  })
})
