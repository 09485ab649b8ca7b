import {
  createReport,
  DOCUMENTS,
  EyeOutcome,
  FundusReportData,
  getReport,
  listReports,
  REFERRALS,
  REPORT_PDF_PATH,
  takenOver,
  type InputOf,
} from '@mingmou/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import {
  analysed,
  drawnPhotograph,
  keepFindings,
  makeArchive,
  makePatient,
  makeSitting,
  plainImage,
  resultOf,
  state,
  statusOf,
  work,
} from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { rememberingModels } from '../../testing/models.ts'
import { pdfPages } from '../../testing/pdf-text.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let by: SignedIn
let sitting: { patient_id: string; analysis_id: string }
beforeAll(async () => {
  app = await testApp()
  await work(app, rememberingModels())
  by = await makeAccount(app, { role: '4' })
  const patient_id = await makePatient(app, by, { name: '演示患者双' })
  const photographs = [
    await drawnPhotograph(),
    await drawnPhotograph(),
    await plainImage(),
    await drawnPhotograph(),
  ]
  const rid = await makeArchive(app, by, patient_id, photographs)
  const { anal_id: analysis_id } = await analysed(app, by, rid)
  for (const [image_index, eye] of [
    [0, 'OS'],
    [1, 'OD'],
    [3, 'OD'],
  ] as const) {
    await state(app, by, { analysis_record_id: analysis_id, image_index, field: 'eye', value: eye })
  }
  sitting = { patient_id, analysis_id }
})
afterAll(() => app.close())

const asked = () => ({ token: by.token })
let written = 0
/** An opinion of its own makes a report of its own. */
const wish = (traits: Partial<InputOf<typeof createReport>>) => ({
  uid: by.uid,
  ...sitting,
  analysis_type: '1' as const,
  diagnostic_opinion: `未见异常（${++written}）`,
  image_index: 0,
  ...traits,
})
const make = (traits = {}) => succeed(app, createReport, wish(traits), asked())
const read = async (report_id: string, who: Parameters<typeof app.call>[2] = {}) =>
  app.call(getReport, { report_id, diagnosis_class: '1' }, who)
const both = (traits = {}) => make({ fellow_index: 1, ...traits })
const reportOf = async (report_id: string) => (await read(report_id, asked())).data.report_data

test('a report of both eyes has OD first, whichever photograph is named first, one opinion, and what it leaves out', async () => {
  const { report_id } = await both({ diagnostic_opinion: '双眼同前' })
  const report = FundusReportData.parse(await reportOf(report_id))
  expect([report.eye, report.image_index]).toEqual(['OD', 1])
  expect([report.fellow?.eye, report.fellow?.image_index]).toEqual(['OS', 0])
  expect(report.opinion).toBe('双眼同前')
  expect(report.image_count).toBe(4)
  expect(report.left_out).toEqual([
    { image_index: 2, eye: null, gradable: false },
    { image_index: 3, eye: 'OD', gradable: true },
  ])
  expect(report.outcomes.map(({ eye }) => eye)).toEqual(['OD', 'OS'])
  expect(report.patient_opinion).toMatch(/右眼2张，可判读2张/)
  expect(await statusOf(fetch(new URL(report.fellow?.image_url ?? '', app.url)))).toBe(200)
  const swapped = { image_index: 1, fellow_index: 0, diagnostic_opinion: '双眼同前' }
  expect((await both(swapped)).report_id).toBe(report_id)
})

test('a suspicion raised by the other eye is not told to be of another photograph', async () => {
  const made = await makeSitting(app, [await plainImage(), await plainImage()])
  const eye = (side: 'OD' | 'OS', vcdr: number) => ({
    ...SAMPLE_FINDINGS,
    eye: side,
    vcdr,
    glaucoma: { band: vcdr > 0.6 ? ('watch' as const) : ('low' as const), signs: [] },
  })
  const analysis_id = await keepFindings(app, made.by, made, eye('OD', 0.62), eye('OS', 0.35))
  const own = { token: made.by.token }
  const body = {
    uid: made.by.uid,
    patient_id: made.pid,
    analysis_id,
    analysis_type: '1' as const,
    image_index: 0,
    fellow_index: 1,
    diagnostic_opinion: '已阅片。',
  }
  const { report_id } = await succeed(app, createReport, body, own)
  const { report_data } = await succeed(app, getReport, { report_id, diagnosis_class: '1' }, own)
  const report = FundusReportData.parse(report_data)
  expect(report.outcomes[0]).toMatchObject({ glaucoma: 'suspect', glaucoma_index: 0 })
  const text = JSON.stringify(DOCUMENTS.fundus.of(report, 'zh-CN'))
  expect(text).toContain('杯盘比明显大于对侧眼，该眼青光眼可疑度：可疑')
  expect(text).not.toContain('该眼另一张照片')
})

test('a report of both eyes takes the place of the one before it of the sitting, and of no report of one eye', async () => {
  const single = await make({ image_index: 1 })
  const first = await both()
  const second = await both({ image_index: 3, fellow_index: 0 })
  expect((await reportOf(first.report_id)).standing.superseded_by).toMatchObject({
    report_no: second.report_no,
  })
  expect((await reportOf(single.report_id)).standing.state).toBe('signed')
  expect((await reportOf(second.report_id)).image_index).toBe(3)
  const { reports, right } = await resultOf(app, by, sitting.analysis_id)
  expect(reports[0]?.report_no).toBe(second.report_no)
  expect(right.flatMap((image) => image.reports.map(({ report_no }) => report_no))).toEqual([
    single.report_no,
  ])
})

test('a report of both eyes asked for five times at once with the same opinion is one', async () => {
  const same = wish({ fellow_index: 1 })
  const made = await Promise.all(
    Array.from({ length: 5 }, () => succeed(app, createReport, same, asked())),
  )
  expect(new Set(made.map(({ report_no }) => report_no)).size).toBe(1)
})

test('a report of both eyes says that the draft of the patient was signed as it was', async () => {
  const { patient_opinion } = await resultOf(app, by, sitting.analysis_id)
  const draft = takenOver(patient_opinion ?? '')
  expect(draft).toContain('建议')
  const taken = await both({ diagnostic_opinion: draft })
  expect((await reportOf(taken.report_id)).opinion_origin).toBe('taken_over')
  const changed = await both({ diagnostic_opinion: `${draft}\n已告知。` })
  expect((await reportOf(changed.report_id)).opinion_origin).toBe('changed')
})

test.each([
  ['two photographs of one eye', 1, 3, 1003],
  ['a picture that could not be judged', 1, 2, 1003],
  ['the same photograph twice', 1, 1, 1003],
  ['a photograph that is not there', 1, 4, 1002],
])('a report of both eyes is not made of %s', async (_, image_index, fellow_index, code) => {
  const body = wish({ image_index, fellow_index })
  const refused = await app.call(createReport, body, asked())
  expect([refused.status, refused.error_code]).toEqual([202, code])
})

test('a report of both eyes has phone and card number masked for a stranger, and is two pages at most', async () => {
  const { report_no } = await both()
  const { report_data } = (await read(report_no)).data
  expect(report_data).toMatchObject({ phone: '138****8000', fellow: { eye: 'OS' } })
  const answered = await fetch(
    `${app.url}${REPORT_PDF_PATH}?${new URLSearchParams({ report_no, lang: 'zh-CN' })}`,
  )
  const pages = pdfPages(Buffer.from(await answered.arrayBuffer()))
  expect(pages.length).toBeLessThanOrEqual(2)
  expect(pages.join('')).not.toContain('13800138000')
})

test('a report of both eyes is in the list with both eyes, and is found by what it says of referral', async () => {
  const { report_no, report_id } = await both()
  const { outcomes } = await reportOf(report_id)
  const { rows } = await succeed(app, listReports, { pid: sitting.patient_id }, asked())
  expect(rows[0]).toMatchObject({
    report_no,
    outcomes: outcomes.map((eye) => EyeOutcome.parse(eye)),
    untold: [{ eye: null, why: 'unjudged' }],
  })
  const found = async (referral: 'none' | 'review' | 'referable') => {
    const body = { pid: sitting.patient_id, referral }
    return (await succeed(app, listReports, body, asked())).rows.map((row) => row.report_no)
  }
  const referrals = outcomes.map(({ referral }) => referral)
  const worst = REFERRALS.findLast((referral) => referrals.includes(referral)) ?? 'none'
  for (const referral of REFERRALS)
    expect((await found(referral)).includes(report_no)).toBe(referral === worst)
})

test('the list names the eyes that were photographed and of which a report tells nothing', async () => {
  const { report_no } = await make({ image_index: 1 })
  const { rows } = await succeed(app, listReports, { keyword: report_no }, asked())
  expect(rows[0]).toMatchObject({
    outcomes: [{ eye: 'OD' }],
    untold: [
      { eye: 'OS', why: 'not_shown' },
      { eye: null, why: 'unjudged' },
    ],
  })
})

test('the list names the eye that was not photographed', async () => {
  const rid = await makeArchive(app, by, sitting.patient_id, [await drawnPhotograph()])
  const { anal_id: analysis_id } = await analysed(app, by, rid)
  const about = { analysis_record_id: analysis_id, image_index: 0 }
  await state(app, by, { ...about, field: 'eye', value: 'OD' })
  const { report_no } = await make({ analysis_id })
  const { rows } = await succeed(app, listReports, { keyword: report_no }, asked())
  expect(rows[0]?.untold).toEqual([{ eye: 'OS', why: 'missing' }])
})
