import {
  addComplication,
  fundusAnalysis,
  listReports,
  listWorklist,
  openDashboard,
  patientTrends,
  SCOPES,
  type FundusFindings,
  type FundusReportData,
  type Language,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { makeClient, asClient } from '../../testing/client-factory.ts'
import { archiveFields, resultOf, state } from '../../testing/clinical-factories.ts'
import { addAccount, signIn } from '../../testing/factories.ts'
import { fundusPatient, NO_RETINOPATHY, resultRows } from '../../testing/fundus-patient.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** A patient whose right eye the machine calls stage 0, with what the complications record. */
const patient = (findings: FundusFindings, ...plans: string[]) =>
  fundusPatient(app, findings, async ({ pid, by }) => {
    for (const treat_plan of plans)
      await succeed(
        app,
        addComplication,
        { pid, disease_type: '糖尿病视网膜病变', start_date: '2021-03-04', treat_plan },
        { token: by.token },
      )
  })

const textOf = (report: FundusReportData, language: Language) =>
  resultRows(report, language).flatMap(({ label, notes, cells }) => [
    label,
    ...[...notes, ...cells.flat()].map(({ text }) => text),
  ])

describe('an eye that a clinician states treated', () => {
  const prp = { field: 'treated', value: 'prp', reason: '可见激光斑' } as const

  test('is told so beside the stage, and never to have no retinopathy or need no review', async () => {
    const { by, pid, analysis_record_id, asked, image, sign } = await patient(NO_RETINOPATHY)
    expect((await image()).judgements.find(({ name }) => name === 'treated')).toMatchObject({
      machine: null,
      corrections: [],
    })
    const chance = /2级以下/
    expect((await image()).opinion).toMatch(chance)
    await state(app, by, { analysis_record_id, ...prp })
    expect((await image()).data).toMatchObject({ dr_grade: 0, treated: 'prp' })
    expect((await image()).of_eye).toMatchObject({ stage: 0, treated: 'prp', stated: ['treated'] })
    // The chance is of what the retina shows, not of how ill it is.
    expect((await image()).opinion).not.toMatch(chance)
    const { rows } = await succeed(app, fundusAnalysis.list, { pid }, asked)
    expect(rows[0]?.eyes[0]).toMatchObject({ stage: 0, treated: 'prp', referral: 'review' })
    const work = await succeed(app, listWorklist, {}, asked)
    expect(work.rows[0]).toMatchObject({ urgency: 'review', eyes: [{ treated: 'prp' }, {}] })
    for (const [language, treated, interval] of [
      [
        'zh-CN',
        '右眼：已治疗（全视网膜光凝），未见达到分级标准的病灶，不能判定为无糖网病变',
        /\d+个月/,
      ],
      ['en', 'right eye: treated (panretinal laser); no lesion reaches a grade', /\d+ months/],
    ] as const) {
      const { right } = await succeed(
        app,
        fundusAnalysis.result,
        { analysis_record_id, uid: by.uid },
        { ...asked, language },
      )
      const draft = right[0]?.opinion ?? ''
      expect(draft.toLowerCase()).toContain(treated.toLowerCase())
      expect(draft).not.toMatch(/未见糖尿病视网膜病变征象|no sign of diabetic retinopathy/i)
      expect(draft).not.toMatch(interval)
    }
    const report = await sign()
    expect(JSON.stringify(resultRows(report, 'zh-CN'))).not.toMatch(chance)
    const zh = textOf(report, 'zh-CN').join('\n')
    expect(zh).toContain(
      '已治疗（全视网膜光凝） · 照片未见达到分级标准的病灶，不能判定为无糖网病变',
    )
    expect(zh).toContain('须进一步检查')
    expect(zh).not.toMatch(/未见糖尿病视网膜病变征象/)
    const en = textOf(report, 'en').join('\n')
    expect(en).toContain('Treated (panretinal laser) · No lesion on the photograph reaches a grade')
    expect(en).not.toMatch(/no sign of diabetic retinopathy/)
    const { rows: listed } = await succeed(app, listReports, { pid }, asked)
    expect(listed[0]?.outcomes).toMatchObject([{ stage: 0, treated: 'prp', referral: 'review' }])
  })

  test('of a stage to refer is referred as before, and says that it was treated', async () => {
    const { by, analysis_record_id, sign } = await patient({ ...SAMPLE_FINDINGS, eye: 'OD' })
    await state(app, by, { analysis_record_id, ...prp, value: 'vitrectomy' })
    const report = await sign()
    expect(textOf(report, 'zh-CN')).toContain('已治疗（玻璃体切除） · 2 级 · 疑似中度非增殖期')
    expect(report.outcomes).toMatchObject([{ referral: 'referable', treated: 'vitrectomy' }])
  })

  test('holds no more when it is withdrawn, or stated not treated', async () => {
    const { by, analysis_record_id, image } = await patient(NO_RETINOPATHY)
    await state(app, by, { analysis_record_id, ...prp })
    await state(app, by, { analysis_record_id, ...prp, value: 'none' })
    expect((await image()).data?.treated ?? null).toBeNull()
    await state(app, by, { analysis_record_id, ...prp, value: null })
    expect((await image()).data?.treated ?? null).toBeNull()
  })

  test('is stated with a reason, and as one of the known treatments', async () => {
    const { analysis_record_id, asked } = await patient(NO_RETINOPATHY)
    const body = { analysis_record_id, image_index: 0, replaces: null, field: 'treated' as const }
    const refused = (value: string, reason: string) =>
      app.call(fundusAnalysis.correct, { ...body, value, reason }, asked)
    expect(await refused('prp', '')).toMatchObject({ data: { fields: { reason: '此项不能为空' } } })
    expect(await refused('drops', '已见')).toMatchObject({ error_code: 1001 })
  })
})

describe('a treated eye without lesions', () => {
  /** What programs and files of numbers say of the eye, by the institution's main account. */
  async function numbersOf(value: 'prp' | 'none', stage?: number) {
    const { by, pid, rid, analysis_record_id, asked, sign } = await patient(NO_RETINOPATHY)
    await state(app, by, { analysis_record_id, field: 'treated', value })
    if (stage !== undefined)
      await state(app, by, { analysis_record_id, field: 'stage', value: stage })
    const { report_no } = await sign()
    const known = await addAccount(app, { role: '3', oid: by.oid ?? '' })
    const main = await signIn(app, known)
    const client = await makeClient(app, main, [...SCOPES])
    const eyeAt = async (path: string) => {
      const { body } = await asClient(app, client, `/api/v1/${path}`)
      return (body['eyes'] as { stage: unknown; treated: unknown }[])[0]
    }
    const { series } = await succeed(app, patientTrends, { pid }, asked)
    const pointOf = (key: string) =>
      series.find((trend) => trend.key === key && trend.eye === 'OD')?.points[0]
    const day = archiveFields.record_date
    const { stages } = await succeed(
      app,
      openDashboard,
      { start_date: day, end_date: day },
      { token: main.token },
    )
    return {
      result: await eyeAt(`results/${rid}`),
      report: await eyeAt(`reports/${report_no}`),
      trend: pointOf('dr_grade'),
      chance: pointOf('dr_referable_probability'),
      counted: stages.flatMap(({ stages: some }) => some).filter(({ eyes }) => eyes > 0),
    }
  }

  test('has no number that stands alone: not for a program, not in a trend, not in a count', async () => {
    const { result, report, trend, chance, counted } = await numbersOf('prp')
    expect(result).toMatchObject({ stage: null, treated: 'prp' })
    expect(report).toMatchObject({ stage: null, treated: 'prp' })
    for (const point of [trend, chance])
      expect(point).toMatchObject({ value: null, reason: 'treated' })
    expect(counted).toEqual([])
  })

  test('has the number that a clinician stated, as an eye has that was not treated', async () => {
    const stated = await numbersOf('prp', 0)
    expect(stated.result).toMatchObject({ stage: 0, treated: 'prp' })
    expect(stated.report).toMatchObject({ stage: 0, treated: 'prp' })
    expect(stated.trend).toMatchObject({ value: 0, reason: null })
    const plain = await numbersOf('none')
    expect(plain.result).toMatchObject({ stage: 0, treated: null })
    expect(plain.trend).toMatchObject({ value: 0 })
    expect(plain.counted).toContainEqual({ stage: 0, eyes: 1 })
  })
})

describe('treatments that the complications record', () => {
  test('stand beside the stage of their eye with date and source, on the page and in the report', async () => {
    const { by, analysis_record_id, sign } = await patient(
      NO_RETINOPATHY,
      '右眼PRP',
      '左眼注药',
      '激光',
    )
    const { treatments } = await resultOf(app, by, analysis_record_id)
    expect(treatments.map(({ treatment, eye }) => [treatment, eye])).toEqual(
      expect.arrayContaining([
        ['prp', 'OD'],
        ['injection', 'OS'],
        ['laser', null],
      ]),
    )
    const report = await sign()
    const zh = textOf(report, 'zh-CN')
    expect(zh).toEqual(
      expect.arrayContaining([
        '病历记录的治疗',
        '全视网膜光凝（右眼 OD，2021-03-04起）',
        '并发症记录：糖尿病视网膜病变：右眼PRP',
        '激光光凝（眼别未记录，2021-03-04起）',
      ]),
    )
    // The left eye is not in this report.
    expect(zh.join()).not.toContain('玻璃体腔注药')
    expect(textOf(report, 'en')).toContain('panretinal laser (Right eye OD, from 2021-03-04)')
  })

  test('stay in a report as they were when it was signed; the same opinion signed again has the new ones', async () => {
    const { pid, asked, sign } = await patient(NO_RETINOPATHY, '右眼PRP')
    const before = await sign()
    await succeed(
      app,
      addComplication,
      { pid, disease_type: '右眼黄斑水肿', start_date: '2022-01-02', treat_plan: '抗VEGF' },
      asked,
    )
    const after = await sign()
    expect([before, after].map(({ treatments }) => treatments.length)).toEqual([1, 2])
    expect(after.report_no).not.toBe(before.report_no)
    expect((await sign()).report_no).toBe(after.report_no)
  })

  test('of a patient without any leave no row', async () => {
    const report = await (await patient(NO_RETINOPATHY, '控制血糖')).sign()
    expect(report.treatments).toEqual([])
    expect(textOf(report, 'zh-CN')).not.toContain('病历记录的治疗')
  })
})
