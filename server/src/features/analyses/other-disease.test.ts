import {
  createReport,
  DOCUMENTS,
  fundusAnalysis,
  FundusReportData,
  getReport,
  LANGUAGES,
  listReports,
  listWorklist,
  type FundusFindings,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { keepFindings, makeSitting, resultOf, state } from '../../testing/clinical-factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const well: FundusFindings = {
  ...SAMPLE_FINDINGS,
  ...{ eye: 'OD', dr_grade: 0, dr_referable_probability: 0.02 },
  dr: SAMPLE_FINDINGS.dr && {
    ...SAMPLE_FINDINGS.dr,
    ...{ rule: 'no_lesion', referable: false, macular_oedema: false },
  },
}
const ill: FundusFindings = {
  ...well,
  other_disease: { suspected: true, kinds: ['macular_degeneration'], scars: false },
}

async function patient(findings: FundusFindings) {
  const made = await makeSitting(app)
  const asked = { token: made.by.token }
  const analysis_record_id = await keepFindings(app, made.by, made, findings)
  const report = async () => {
    const wish = { uid: made.by.uid, patient_id: made.pid, analysis_id: analysis_record_id }
    const { report_id } = await succeed(
      app,
      createReport,
      { ...wish, analysis_type: '1', image_index: 0, diagnostic_opinion: '已阅片。' },
      asked,
    )
    const read = { report_id, diagnosis_class: '1' as const }
    return FundusReportData.parse((await succeed(app, getReport, read, asked)).report_data)
  }
  const eye = async () => {
    const { rows } = await succeed(app, fundusAnalysis.list, { pid: made.pid }, asked)
    return rows[0]?.eyes[0]
  }
  const draft = async () => {
    const { right } = await resultOf(app, made.by, analysis_record_id)
    return right[0]?.opinion ?? ''
  }
  return { ...made, analysis_record_id, asked, report, eye, draft }
}

const textOf = (report: FundusReportData, language: (typeof LANGUAGES)[number]) =>
  DOCUMENTS.fundus
    .of(report, language)
    .sections.flatMap((section) => (section.kind === 'results' ? section.rows : []))
    .flatMap(({ cells }) => cells.flat().map(({ text }) => text))
    .join('\n')

describe('an eye without retinopathy in which other disease is suspected', () => {
  test('is to be reviewed in list, worklist, draft and report, and has no interval', async () => {
    const { asked, report, eye, draft, pid } = await patient(ill)
    expect(await eye()).toMatchObject({
      ...{ stage: 0, referral: 'review' },
      reasons: [{ reason: 'other_disease', referral: 'review' }],
    })
    const work = await succeed(app, listWorklist, { reason: 'other_disease' }, asked)
    expect(work.rows).toMatchObject([{ pid, urgency: 'review' }])
    expect(await draft()).toContain('疑似其他异常（黄斑变性可能），须进一步检查')
    expect(await draft()).not.toContain('12个月')
    const signed = await report()
    expect(textOf(signed, 'zh-CN')).toContain('疑似其他异常（黄斑变性可能），须进一步检查')
    expect(textOf(signed, 'en')).toContain(
      'Suspected abnormality other than diabetic retinopathy (possibly macular degeneration)',
    )
    const { rows } = await succeed(app, listReports, { pid }, asked)
    expect(rows[0]?.outcomes).toMatchObject([{ stage: 0, referral: 'review' }])
  })

  test('is not, once a clinician has stated that there is none', async () => {
    const { by, analysis_record_id, eye, draft } = await patient(ill)
    await state(app, by, {
      ...{ analysis_record_id, field: 'other_disease', value: false, reason: '反光' },
    })
    expect(await eye()).toMatchObject({ referral: 'none', reasons: [] })
    expect(await draft()).toContain('12个月后复查')
  })
})

test('an analysis of before says nothing of other disease, and its report that nobody looked for it', async () => {
  const before: FundusFindings = { ...well, other_disease: undefined }
  const { eye, report } = await patient(before)
  expect(await eye()).toMatchObject({ referral: 'none', reasons: [] })
  const signed = await report()
  expect(signed.other_disease).toBeUndefined()
  expect(textOf(signed, 'zh-CN')).toContain('未查其他眼病')
})
