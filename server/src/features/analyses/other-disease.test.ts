import {
  fundusAnalysis,
  listReports,
  listWorklist,
  type FundusFindings,
  type FundusReportData,
  type Language,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { state } from '../../testing/clinical-factories.ts'
import { fundusPatient, NO_RETINOPATHY, resultRows } from '../../testing/fundus-patient.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const ill: FundusFindings = {
  ...NO_RETINOPATHY,
  other_disease: { suspected: true, kinds: ['macular_degeneration'], scars: false },
}

const patient = async (findings: FundusFindings) => {
  const made = await fundusPatient(app, findings)
  const eye = async () => {
    const { rows } = await succeed(app, fundusAnalysis.list, { pid: made.pid }, made.asked)
    return rows[0]?.eyes[0]
  }
  const draft = async () => (await made.image()).opinion
  return { ...made, eye, draft }
}

const textOf = (report: FundusReportData, language: Language) =>
  resultRows(report, language)
    .flatMap(({ cells }) => cells.flat().map(({ text }) => text))
    .join('\n')

describe('an eye without retinopathy in which other disease is suspected', () => {
  test('is to be reviewed in list, worklist, draft and report, and has no interval', async () => {
    const { asked, sign, eye, draft, pid } = await patient(ill)
    expect(await eye()).toMatchObject({
      stage: 0,
      referral: 'review',
      reasons: [{ reason: 'other_disease', referral: 'review' }],
    })
    const work = await succeed(app, listWorklist, { reason: 'other_disease' }, asked)
    expect(work.rows).toMatchObject([{ pid, urgency: 'review' }])
    expect(await draft()).toContain('疑似其他异常（黄斑变性可能），须进一步检查')
    expect(await draft()).not.toContain('12个月')
    const signed = await sign()
    const told = textOf(signed, 'zh-CN').split('\n')
    expect(told).toContain('疑似其他异常（黄斑变性可能）')
    expect(told.filter((line) => line.includes('须进一步检查'))).toHaveLength(1)
    expect(textOf(signed, 'en')).toContain(
      'Suspected abnormality other than diabetic retinopathy (possibly macular degeneration)',
    )
    const { rows } = await succeed(app, listReports, { pid }, asked)
    expect(rows[0]?.outcomes).toMatchObject([{ stage: 0, referral: 'review' }])
  })

  test('is not, once a clinician has stated that there is none', async () => {
    const { by, analysis_record_id, eye, draft } = await patient(ill)
    await state(app, by, {
      analysis_record_id,
      field: 'other_disease',
      value: false,
      reason: '反光',
    })
    expect(await eye()).toMatchObject({ referral: 'none', reasons: [] })
    expect(await draft()).toContain('12个月后复查')
  })
})

test('an analysis from before says nothing of other disease, and its report that nobody looked for it', async () => {
  const before: FundusFindings = { ...NO_RETINOPATHY, other_disease: undefined }
  const { eye, sign } = await patient(before)
  expect(await eye()).toMatchObject({ referral: 'none', reasons: [] })
  const signed = await sign()
  expect(signed.other_disease).toBeUndefined()
  expect(textOf(signed, 'zh-CN')).toContain('未查其他眼病')
})
