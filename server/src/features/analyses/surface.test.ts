import { drawFundus, drawSurface, encodeJpeg } from '@mingmou/analysis/phantom'
import {
  createReport,
  getReport,
  listReports,
  MODALITY,
  REPORT_PDF_PATH,
  SurfaceReportData,
  type SurfaceFindings,
} from '@mingmou/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endOf, makePatient, state, upload, work } from '../../testing/clinical-factories.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import { newlyRememberingModels } from '../../testing/models.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

const { archive, analysis } = MODALITY.surface.calls
let app: TestApp
let stained: Buffer

beforeAll(async () => {
  app = await testApp()
  stained = await encodeJpeg(drawSurface(3330, { staining: 'patch', eye: 'OD' }).image)
})
afterAll(() => app.close())

const fields = { record_date: '2024-03-01', collect_device: 'Haag-Streit BX 900' }

async function sittingOf(images: readonly Buffer[], more: { img_type?: 1 | 2 } = {}) {
  const by = await makeAccount(app, { role: '4' })
  const pid = await makePatient(app, by)
  const files_path: string[] = []
  for (const [index, bytes] of images.entries())
    files_path.push(await upload(app, by, bytes, `eye-${index}.jpg`, 'surface'))
  const body = { pid, ...fields, ...more, files_path }
  const { rid } = await succeed(app, archive.create, body, { token: by.token })
  return { by, pid, rid }
}

async function analysed(by: SignedIn, rid: string) {
  const { happened } = await endOf(app, rid)
  const body = { image_id: rid, uid: by.uid }
  const { analysis_record_id } = await succeed(app, analysis.predictions, body, {
    token: by.token,
  })
  await work(app, newlyRememberingModels())
  expect(await happened).toMatchObject({ tab_id: 1 })
  return resultOf(by, analysis_record_id)
}

const resultOf = (by: SignedIn, analysis_record_id: string) =>
  succeed(app, analysis.result, { analysis_record_id, uid: by.uid }, { token: by.token })

const of = (data: SurfaceFindings | null | undefined): SurfaceFindings => {
  if (!data) throw new Error('no findings')
  return data
}

describe('a stained eye', () => {
  test('goes from upload to findings whose nasal and temporal scores follow the eye that a clinician states', async () => {
    const { by, pid, rid } = await sittingOf([stained])
    const { rows } = await succeed(app, archive.list, { pid }, { token: by.token })
    expect(rows.map(({ collect_device, images }) => [collect_device, images.length])).toEqual([
      ['Haag-Streit BX 900', 1],
    ])
    const result = await analysed(by, rid)
    expect(analysis.result.data.parse(result)).toMatchObject({ status: 'done', reason: null })
    const [image] = result.other
    const found = of(image?.data)
    expect(found).toMatchObject({
      modality: 'surface',
      eye: null,
      gradable: true,
      lesion_bool: true,
      lesion_type: 'patch',
    })
    expect(found.not_measured).toMatchObject({ 'lesion_region.nasal': 'eye_unknown' })
    expect(image?.overlays.map(({ name }) => name)).toEqual(['cornea', 'lesion', 'dots'])
    expect(image?.opinion).toContain('排除感染性角膜炎/溃疡')

    const { analysis_record_id } = result
    const eyeIs = (value: string) =>
      state(app, by, { analysis_record_id, field: 'eye', value, reason: '' }, analysis)
    await eyeIs('OS')
    const left = of((await resultOf(by, analysis_record_id)).left[0]?.data).lesion_region
    expect(left?.nasal).toBe(found.lesion_region?.left)
    expect(left?.temporal).toBe(found.lesion_region?.right)
    await eyeIs('OD')
    const right = of((await resultOf(by, analysis_record_id)).right[0]?.data).lesion_region
    expect(right?.nasal).toBe(found.lesion_region?.right)
    expect(right?.total).toBe(found.lesion_region?.total)
  })

  test('becomes a report of class 2 with its own title, figures and PDF', async () => {
    const { by, pid, rid } = await sittingOf([stained], { img_type: 1 })
    const result = await analysed(by, rid)
    const asked = { token: by.token }
    const { report_no } = await succeed(
      app,
      createReport,
      {
        uid: by.uid,
        patient_id: pid,
        analysis_id: result.anal_id,
        analysis_type: '2',
        diagnostic_opinion: '角膜上皮缺损',
        image_index: 0,
      },
      asked,
    )
    const of2 = { report_id: report_no, diagnosis_class: '2' as const }
    const { report_data } = await succeed(app, getReport, of2, asked)
    const report = SurfaceReportData.parse(report_data)
    const found = of(result.other[0]?.data)
    expect(report).toMatchObject({
      cornea_area: found.cornea?.area,
      cornea_percent: found.cornea?.percent,
      lesion_bool: true,
      lesion_type: 'patch',
      lesion_grade: found.lesion_grade,
      lesion_region: found.lesion_region,
      lesion_area: found.staining?.area,
      lesion_percent: found.staining?.percent,
      staining: { area_mm2: found.staining?.area_mm2, central: found.staining?.central },
    })
    expect(report.units).toMatchObject({
      cornea_area: '{px2}',
      cornea_percent: '%',
      lesion_area: '{px2}',
      lesion_percent: '%',
      'staining.area_mm2': 'mm2',
      'staining.largest': 'mm',
      lesion_grade: '1',
    })
    expect(report.not_measured).toMatchObject({ 'lesion_region.nasal': 'eye_unknown' })
    expect(report.confidence['lesion_percent']?.spread).toBeGreaterThan(0)
    const listed = await succeed(app, listReports, { diagnosis_class: '2', pid }, asked)
    const { lesion_grade: n } = of(result.other[0]?.data)
    expect(listed.rows[0]?.outcomes[0]?.found).toEqual({ word: 'grade', n })
    expect(listed.rows.map((row) => [row.report_no, row.outcomes[0]?.referral])).toEqual([
      [report_no, 'referable'],
    ])
    const pdf = await fetch(new URL(`${REPORT_PDF_PATH}?report_no=${report_no}`, app.url))
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect((await pdf.arrayBuffer()).byteLength).toBeGreaterThan(50_000)
  })

  test('is nobody’s beyond the institution', async () => {
    const { by, pid, rid } = await sittingOf([stained])
    const { analysis_record_id } = await analysed(by, rid)
    const stranger = await makeAccount(app, { role: '4' })
    const asked = { token: stranger.token }
    const shown = { pid, weight: 200, height: 200 }
    for (const refused of [
      await app.call(archive.list, shown, asked),
      await app.call(archive.set, { rid, ...fields }, asked),
      await app.call(archive.delete, { rid }, asked),
      await app.call(analysis.list, shown, asked),
      await app.call(analysis.result, { analysis_record_id, uid: stranger.uid }, asked),
    ])
      expect(refused).toMatchObject({ status: 202, error_code: 1002 })
  })
})

describe('a picture that shows no staining to judge', () => {
  test('without fluorescein is told so, gets no zero and no grade, and its report says none', async () => {
    const blue = await encodeJpeg(drawSurface(3340, { staining: 'none', light: 'blue' }).image)
    const { by, pid, rid } = await sittingOf([blue])
    const result = await analysed(by, rid)
    const [image] = result.other
    const found = of(image?.data)
    expect(found).toMatchObject({
      gradable: false,
      lesion_bool: null,
      lesion_type: null,
      staining: null,
      lesion_grade: null,
      lesion_severity: null,
      lesion_region: null,
    })
    // Without dye the cornea itself may be hard to find.
    const [reason = ''] = found.quality.reasons
    expect(['no_fluorescein', 'not_surface']).toContain(reason)
    expect(image?.opinion).toMatch(/未评估染色|未作分析/)
    expect(image?.opinion).not.toMatch(/\d|未检出/)
    const { report_no } = await succeed(
      app,
      createReport,
      {
        uid: by.uid,
        patient_id: pid,
        analysis_id: result.anal_id,
        analysis_type: '2',
        diagnostic_opinion: '请重新拍摄',
        image_index: 0,
      },
      { token: by.token },
    )
    const { report_data } = await succeed(
      app,
      getReport,
      { report_id: report_no, diagnosis_class: '2' },
      { token: by.token },
    )
    const report = SurfaceReportData.parse(report_data)
    expect(report).toMatchObject({ lesion_bool: null, lesion_percent: null, lesion_grade: null })
    expect(report.not_measured).toMatchObject({ lesion_bool: reason })
    expect(report.outcomes.map(({ referral }) => referral)).toEqual([null])
  })

  test('that is a fundus photograph is named as what it is and stays', async () => {
    const photograph = await encodeJpeg(drawFundus(7, { width: 900 }).image)
    const { by, pid, rid } = await sittingOf([photograph])
    const [image] = (await analysed(by, rid)).other
    const found = of(image?.data)
    expect(found.quality.reasons).toEqual(['not_surface', 'seems_fundus'])
    expect(found).toMatchObject({ gradable: false, lesion_bool: null, cornea: null })
    expect(image?.opinion).toContain('看起来是眼底彩照')
    const { rows } = await succeed(app, archive.list, { pid }, { token: by.token })
    expect(rows.map((row) => row.images.length)).toEqual([1])
  })
})

test('a type of image that no archive has is refused at its field', async () => {
  const by = await makeAccount(app, { role: '4' })
  const pid = await makePatient(app, by)
  const files_path = [await upload(app, by, stained, 'eye.jpg', 'surface')]
  const body = { pid, ...fields, img_type: 3 as 1, files_path }
  const refused = await app.call(archive.create, body, { token: by.token })
  expect(refused).toMatchObject({
    status: 202,
    data: { fields: { img_type: '取值不在允许范围内' } },
  })
})
