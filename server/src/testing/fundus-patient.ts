import {
  createReport,
  DOCUMENTS,
  FundusReportData,
  getReport,
  type FundusFindings,
  type Language,
  type ReportRow,
} from '@mingmou/contract'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { keepFindings, makeSitting, resultOf } from './clinical-factories.ts'
import { succeed, type TestApp } from './test-app.ts'

/** A right eye in which the machine finds no retinopathy. */
export const NO_RETINOPATHY: FundusFindings = {
  ...SAMPLE_FINDINGS,
  eye: 'OD',
  dr_grade: 0,
  dr_referable_probability: 0.02,
  dr: SAMPLE_FINDINGS.dr && {
    ...SAMPLE_FINDINGS.dr,
    rule: 'no_lesion',
    referable: false,
    macular_oedema: false,
  },
}

type Made = Awaited<ReturnType<typeof makeSitting>>

/** A patient with one sitting, and what is found of its photograph. `before`: what is recorded before the analysis. */
export async function fundusPatient(
  app: TestApp,
  findings: FundusFindings,
  before: (made: Made) => Promise<void> = () => Promise.resolve(),
) {
  const made = await makeSitting(app)
  await before(made)
  const asked = { token: made.by.token }
  const analysis_record_id = await keepFindings(app, made.by, made, findings)
  const sign = async (opinion = '已阅片。') => {
    const wish = { uid: made.by.uid, patient_id: made.pid, analysis_id: analysis_record_id }
    const { report_id } = await succeed(
      app,
      createReport,
      { ...wish, analysis_type: '1', image_index: 0, diagnostic_opinion: opinion },
      asked,
    )
    const read = { report_id, diagnosis_class: '1' as const }
    return FundusReportData.parse((await succeed(app, getReport, read, asked)).report_data)
  }
  const image = async () => {
    const { right } = await resultOf(app, made.by, analysis_record_id)
    if (!right[0]) throw new Error('no image')
    return right[0]
  }
  return { ...made, analysis_record_id, asked, sign, image }
}

/** What a report says of its results. */
export const resultRows = (report: FundusReportData, language: Language): ReportRow[] =>
  DOCUMENTS.fundus
    .of(report, language)
    .sections.flatMap((section) => (section.kind === 'results' ? section.rows : []))
