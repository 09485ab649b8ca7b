import { drawFundus, drawOcta, encodeJpeg, encodePng } from '@mingmou/analysis/phantom'
import {
  createReport,
  getReport,
  LANGUAGES,
  listReports,
  MODALITY,
  OctaReportData,
  REPORT_PDF_PATH,
  type OctaFindings,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  endOf,
  makePatient,
  nextEvent,
  state,
  upload,
  work,
} from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { pdfPages } from '../../testing/pdf-text.ts'
import { newlyRememberingModels } from '../../testing/models.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

const { archive, analysis } = MODALITY.octa.calls
const drawn = drawOcta(5, { gaps: [[0.8, 0.6, 0.25]] })
/** As long as a draft that a clinician takes over. */
const LONG_OPINION = `结论\n${'黄斑区血流可。'.repeat(20)}\n建议\n半年后复查。\n依据\n${'血管密度如表。'.repeat(20)}`
let app: TestApp
let scan: Buffer

beforeAll(async () => {
  app = await testApp()
  scan = await encodePng(drawn.image)
})
afterAll(() => app.close())

const fields = { record_date: '2024-03-01', collect_device: 'RTVue XR', img_type: 1 as const }

async function sittingOf(images: readonly Buffer[]) {
  const by = await makeAccount(app, { role: '4' })
  const pid = await makePatient(app, by)
  const files_path: string[] = []
  for (const [index, bytes] of images.entries())
    files_path.push(await upload(app, by, bytes, `scan-${index}.png`, 'octa'))
  const body = { pid, ...fields, files_path }
  const { rid } = await succeed(app, archive.create, body, { token: by.token })
  return { by, pid, rid }
}

async function analysed(by: SignedIn, rid: string) {
  const { happened } = await endOf(app, rid)
  const asked = { token: by.token }
  const { analysis_record_id } = await succeed(
    app,
    analysis.predictions,
    { image_id: rid, uid: by.uid },
    asked,
  )
  await work(app, newlyRememberingModels())
  await happened
  return resultOf(by, analysis_record_id)
}

const resultOf = (by: SignedIn, analysis_record_id: string) =>
  succeed(app, analysis.result, { analysis_record_id, uid: by.uid }, { token: by.token })

const of = (data: OctaFindings | null | undefined): OctaFindings => {
  if (!data) throw new Error('no findings')
  return data
}

// Before any test has started the worker.
test('a scan changed in size while its analysis is queued is analysed once, by the new size', async () => {
  const { by, pid, rid } = await sittingOf([scan])
  const asked = { token: by.token }
  const wish = { image_id: rid, uid: by.uid }
  const { analysis_record_id } = await succeed(app, analysis.predictions, wish, asked)
  await succeed(app, archive.set, { rid, ...fields, img_type: 2 }, asked)
  const { rows } = await succeed(app, analysis.list, { pid, weight: 200, height: 200 }, asked)
  expect(rows[0]).toMatchObject({ analysis_record_id, status: 'queued' })
  const { anal_id, other } = await analysed(by, rid)
  expect(anal_id).toBe(analysis_record_id)
  expect(of(other[0]?.data).scan_mm).toBe(6)
})

describe('a scan', () => {
  test('goes from upload to findings whose parts follow the eye and the length that a clinician states', async () => {
    const { by, rid } = await sittingOf([scan])
    const result = await analysed(by, rid)
    expect(analysis.result.data.parse(result)).toMatchObject({ status: 'done', reason: null })
    const [image] = result.other
    const found = of(image?.data)
    expect(found).toMatchObject({ modality: 'octa', scan_mm: 3, eye: null, gradable: true })
    const area =
      drawn.truth.zone.data.reduce((sum, value) => sum + value, 0) * drawn.truth.mmPerPx ** 2
    expect(Math.abs((found.faz_area_mm2 ?? 0) / area - 1)).toBeLessThan(0.1)
    expect(found.not_measured).toMatchObject({ 'vessel.density.nasal': 'eye_unknown' })
    expect(image?.overlays.map(({ name }) => name)).toEqual([
      ...['faz', 'large_vessels', 'capillaries', 'gaps'],
    ])
    expect(image?.opinion).toContain('面积误差可达31%')

    const { analysis_record_id } = result
    const stated = (name: string, value: string | number) =>
      state(app, by, { analysis_record_id, field: name, value, reason: '' }, analysis)
    await stated('eye', 'OS')
    await stated('axial_length_mm', 26)
    const told = of((await resultOf(by, analysis_record_id)).left[0]?.data)
    expect(told.vessel?.density.nasal).toBe(found.vessel?.density.left)
    expect(told.faz_area_mm2).toBeCloseTo((found.faz_area_mm2 ?? 0) * (24.18 / 22.13) ** 2, 6)
    // The eye set anew keeps the length.
    await stated('eye', 'OD')
    const again = of((await resultOf(by, analysis_record_id)).right[0]?.data)
    expect(again.vessel?.density.nasal).toBe(found.vessel?.density.right)
    expect(again.axial_length_mm).toBe(26)
  })

  test('becomes a report of class 3 with its own title, figures and a PDF of one page in each language', async () => {
    const { by, pid, rid } = await sittingOf([scan])
    const result = await analysed(by, rid)
    const asked = { token: by.token }
    const { report_no } = await succeed(
      app,
      createReport,
      {
        uid: by.uid,
        patient_id: pid,
        analysis_id: result.anal_id,
        analysis_type: '3',
        diagnostic_opinion: LONG_OPINION,
        image_index: 0,
      },
      asked,
    )
    const of3 = { report_id: report_no, diagnosis_class: '3' as const }
    const { report_data } = await succeed(app, getReport, of3, asked)
    const report = OctaReportData.parse(report_data)
    const found = of(result.other[0]?.data)
    expect(report).toMatchObject({
      scan_size: 3,
      faz: { area: found.faz_area_mm2 },
      density: { whole: found.vessel?.density.whole },
    })
    expect(report.units).toMatchObject({ 'faz.area': 'mm2', 'density.whole': '%', scan_size: 'mm' })
    expect(report.not_measured).toMatchObject({ 'density.nasal': 'eye_unknown' })
    const listed = await succeed(app, listReports, { diagnosis_class: '3', pid }, asked)
    expect(listed.rows.map((row) => [row.report_no, row.outcomes[0]?.referral])).toEqual([
      [report_no, 'review'],
    ])
    // What was found stands where a photograph has its stage, in both lists.
    expect(listed.rows[0]?.outcomes[0]?.found).toEqual({ word: 'gaps', n: 1 })
    const shown = { pid, weight: 200, height: 200 }
    const sittings = await succeed(app, analysis.list, shown, asked)
    expect(sittings.rows[0]?.eyes.at(-1)).toMatchObject({
      eye: null,
      gradable: 1,
      stage: null,
      found: { word: 'gaps', n: 1 },
    })
    for (const language of LANGUAGES) {
      const address = `${REPORT_PDF_PATH}?report_no=${report_no}&lang=${language}`
      const pdf = await fetch(new URL(address, app.url))
      expect(pdf.headers.get('content-type')).toBe('application/pdf')
      const file = Buffer.from(await pdf.arrayBuffer())
      expect(file.byteLength).toBeGreaterThan(50_000)
      expect([language, pdfPages(file).length]).toEqual([language, 1])
    }
  })

  test('changed from 3 to 6 mm is measured anew by its new size; the earlier result and report say that they no longer hold', async () => {
    const { by, pid, rid } = await sittingOf([scan])
    const before = await analysed(by, rid)
    const asked = { token: by.token }
    const report = (analysis_id: string, diagnostic_opinion: string) =>
      app.call(
        createReport,
        {
          uid: by.uid,
          patient_id: pid,
          analysis_id,
          analysis_type: '3',
          image_index: 0,
          diagnostic_opinion,
        },
        asked,
      )
    const { report_id } = (await report(before.anal_id, '黄斑区血流可')).data
    const reported = async () => {
      const of3 = { report_id, diagnosis_class: '3' as const }
      return (await succeed(app, getReport, of3, asked)).report_data
    }
    const set = async (changed: Partial<typeof fields | { img_type: 2 }>) => {
      await succeed(app, archive.set, { rid, ...fields, ...changed }, asked)
      const { rows } = await succeed(app, analysis.list, { pid, weight: 200, height: 200 }, asked)
      return rows[0]?.analysis_record_id ?? ''
    }
    const told = await nextEvent(
      app,
      'anal_progress',
      ({ analysis_record_id, done }) => analysis_record_id === before.anal_id && done === 1,
    )
    const ended = await nextEvent(app, 'anal_system')

    expect(await set({ record_date: '2024-02-29' })).toBe(before.anal_id)
    const anew = await set({ img_type: 2 })
    expect(anew).not.toBe(before.anal_id)
    // A page that shows the result fetches what is there now.
    await told.happened
    expect((await resultOf(by, before.anal_id)).can_add_diagnose).toBe(false)
    expect(await report(before.anal_id, '另一意见')).toMatchObject({
      error_code: 1003,
      msg: '图像设置已更改，该分析结果不再成立，请等待重新分析',
    })
    expect(await reported()).toMatchObject({ standing: { outdated: true }, scan_size: 3 })
    const { rows } = await succeed(app, listReports, { diagnosis_class: '3', pid }, asked)
    expect(rows.map((row) => row.outdated)).toEqual([true])

    await ended.happened
    expect(of((await resultOf(by, anew)).other[0]?.data).scan_mm).toBe(6)
    expect((await report(anew, '黄斑区血流可')).error_code).toBe(0)
    // Set back, the report holds again, and the scan is measured once more.
    expect([before.anal_id, anew]).not.toContain(await set({}))
    expect(await reported()).toMatchObject({ standing: { outdated: false } })
  })

  test('is nobody’s beyond the institution', async () => {
    const { by, pid, rid } = await sittingOf([scan])
    const { analysis_record_id } = await analysed(by, rid)
    const stranger = await makeAccount(app, { role: '4' })
    const asked = { token: stranger.token }
    const shown = { pid, weight: 200, height: 200 }
    for (const refused of [
      await app.call(archive.list, shown, asked),
      await app.call(archive.set, { rid, ...fields, img_type: 2 }, asked),
      await app.call(archive.delete, { rid }, asked),
      await app.call(analysis.list, shown, asked),
      await app.call(analysis.result, { analysis_record_id, uid: stranger.uid }, asked),
    ])
      expect(refused).toMatchObject({ status: 202, error_code: 1002 })
  })
})

test('a fundus photograph filed as a scan is named as what it is, gets no figure and stays', async () => {
  const photograph = await encodeJpeg(drawFundus(7, { width: 900 }).image)
  const { by, pid, rid } = await sittingOf([photograph])
  const [image] = (await analysed(by, rid)).other
  const found = of(image?.data)
  expect(found.quality.reasons).toEqual(['not_octa', 'seems_fundus'])
  expect(found).toMatchObject({ gradable: false, faz_area_mm2: null, capillary_density: null })
  expect(image?.opinion).toContain('看起来是眼底彩照')
  const { rows } = await succeed(app, archive.list, { pid }, { token: by.token })
  expect(rows.map((row) => row.images.length)).toEqual([1])
})

test('an axial length that no eye has is refused at its field', async () => {
  const { by, rid } = await sittingOf([scan])
  const { analysis_record_id } = await analysed(by, rid)
  const stated = { field: 'axial_length_mm', value: 240, reason: '', replaces: null }
  const body = { analysis_record_id, image_index: 0, ...stated }
  const refused = await app.call(analysis.correct, body, { token: by.token })
  expect(refused).toMatchObject({ status: 202, msg: '眼轴长度须为15–40 mm' })
})
