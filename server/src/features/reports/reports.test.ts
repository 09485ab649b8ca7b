import {
  createReport,
  getReport,
  listReports,
  REPORT_NO,
  type AnalysisResult,
} from '@mingmou/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { analysed, makeSitting } from '../../testing/clinical-factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const drawn = () =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"><rect width="800" height="800"/><circle cx="400" cy="400" r="380" fill="#b5562a"/><circle cx="560" cy="400" r="55" fill="#f7d9a0"/><g fill="none" stroke="#7a1f12" stroke-width="9"><path d="M560 400 C 500 200 300 150 120 260"/><path d="M560 400 C 500 600 300 650 120 540"/><path d="M560 400 C 600 250 650 200 700 210"/></g></svg>`,
    ),
  )
    .jpeg()
    .toBuffer()

describe('a report', () => {
  test('goes from an analysed image to the list', async () => {
    const { by, pid, rid } = await makeSitting(app, [await drawn()])
    const result: AnalysisResult = await analysed(app, by, rid)
    expect(result.status).toBe('done')
    const body = {
      uid: by.uid,
      patient_id: pid,
      analysis_id: result.anal_id,
      analysis_type: '1' as const,
      diagnostic_opinion: '未见异常',
      image_index: 0,
    }
    const asked = { token: by.token }
    const { report_no, report_id } = await succeed(app, createReport, body, asked)
    expect(report_no).toMatch(REPORT_NO)
    const { report_data } = await succeed(
      app,
      getReport,
      { report_id, diagnosis_class: '1' },
      asked,
    )
    expect(report_data.opinion).toBe('未见异常')
    const list = await succeed(app, listReports, { keyword: report_no }, asked)
    expect(list.rows.map((row) => row.report_no)).toEqual([report_no])
  })
})
