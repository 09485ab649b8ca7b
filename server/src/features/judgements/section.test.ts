import {
  createReport,
  DOCUMENTS,
  fundusAnalysis,
  FundusReportData,
  getReport,
  sectionValue,
  type FundusFindings,
} from '@mingmou/contract'
import { drawFundus } from '@mingmou/analysis/phantom'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SURROUNDED } from '@mingmou/analysis/testing/whole-pictures'
import {
  analysed,
  makeSitting,
  nextEvent,
  resultOf,
  work,
} from '../../testing/clinical-factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function screenshot(): Promise<Buffer> {
  const made = await SURROUNDED['screen of a program']?.(
    drawFundus(4, { width: 900, eye: 'OD' }).image,
    drawFundus(5, { width: 900, eye: 'OS' }).image,
  )
  if (!made) throw new Error('nothing was made')
  const { width, height, rgb } = made
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
}

test('the field of a screenshot is judged once a clinician confirms it, said so, and taken back', async () => {
  const made = await makeSitting(app, [await screenshot()])
  const { by, pid, rid } = made
  const asked = { token: by.token }
  const first = await analysed(app, by, rid)
  const imageOf = ({ left, right, other }: typeof first) => {
    const [image] = [...left, ...right, ...other]
    if (!image) throw new Error('no image')
    return image
  }
  const refused = imageOf(first)
  const { section } = refused.data as FundusFindings
  expect(refused.quality).toMatchObject({ gradable: false, reasons: ['surrounded'] })
  expect(section?.confirmed).toBe(false)
  if (!section) throw new Error('nothing is offered')

  const state = (analysis_record_id: string, value: string | null, replaces: string | null) =>
    app.call(
      fundusAnalysis.correct,
      { analysis_record_id, image_index: 0, field: 'section', value, reason: '', replaces },
      by,
    )
  /** States, waits for the new analysis, and reads it. */
  const anew = async (value: string | null, replaces: string | null, of: string) => {
    const { happened } = await nextEvent(app, 'anal_system')
    expect(await state(of, value, replaces)).toMatchObject({ error_code: 0 })
    await work(app)
    await happened
    const { rows } = await succeed(
      app,
      fundusAnalysis.list,
      { pid, weight: 200, height: 200 },
      asked,
    )
    const id = rows[0]?.analysis_record_id ?? ''
    expect(id).not.toBe(of)
    return resultOf(app, by, id)
  }
  // Nothing but what the machine offers.
  const other = sectionValue({ ...section.box, width: section.box.width - 9 })
  expect(await state(first.analysis_record_id, other, null)).not.toMatchObject({ error_code: 0 })

  const second = await anew(sectionValue(section.box), null, first.analysis_record_id)
  const judged = imageOf(second)
  expect(judged.data).toMatchObject({ gradable: true, section: { confirmed: true } })
  expect(judged.opinion).toContain('仅判读医生确认的图像区域')
  const { report_id } = await succeed(
    app,
    createReport,
    {
      uid: by.uid,
      patient_id: pid,
      analysis_id: second.analysis_record_id,
      analysis_type: '1',
      image_index: 0,
      diagnostic_opinion: '已阅片。',
    },
    asked,
  )
  const read = await succeed(app, getReport, { report_id, diagnosis_class: '1' }, asked)
  const report = FundusReportData.parse(read.report_data)
  // Where it lies is shown in the pictures of the report.
  expect(report.section?.box).toEqual(judged.data?.section?.box)
  expect(JSON.stringify(DOCUMENTS.fundus.of(report, 'zh-CN'))).toMatch(/仅判读[^"]+确认的图像区域/)
  expect(JSON.stringify(DOCUMENTS.fundus.of(report, 'en'))).toMatch(
    /Graded on the area of the image confirmed by [^"]+/,
  )

  const statement = judged.judgements.find(({ name }) => name === 'section')?.corrections[0]
  const third = imageOf(
    await anew(null, statement?.correction_id ?? null, second.analysis_record_id),
  )
  expect(third.quality).toMatchObject({ gradable: false, reasons: ['surrounded'] })
  expect(third.data).toMatchObject({ section: { confirmed: false } })
})
