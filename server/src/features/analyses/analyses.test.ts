import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  deletePatient,
  fundusAnalysis,
  fundusArchive,
  LESIONS,
  reasonText,
  uncountedOf,
  type DataOf,
  listNotices,
} from '@mingmou/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blobsOf } from '@mingmou/analysis/testing/parts'
import { drawFundus, encodeJpeg } from '@mingmou/analysis/phantom'
import { dicomFile } from '@mingmou/analysis/testing/files'
import {
  analysed,
  archiveFields,
  drawnPhotograph,
  endOf,
  makePatient,
  makeSitting,
  nextEvent,
  plainImage,
  predict,
  resultOf,
  state,
  upload,
  work,
} from '../../testing/clinical-factories.ts'
import { makeAccount } from '../../testing/factories.ts'
import { newlyRememberingModels } from '../../testing/models.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
/** No worker serves this queue. */
let idle: TestApp
beforeAll(async () => {
  app = await testApp()
  idle = await testApp()
  await work(app, newlyRememberingModels())
})
afterAll(async () => {
  await app.close()
  await idle.close()
})

type AnalysisResult = DataOf<typeof fundusAnalysis.result>
const every = (result: AnalysisResult) => [...result.left, ...result.right, ...result.other]

/** A grey picture of an ophthalmic camera with its Pixel Spacing. */
function dicom(): Buffer {
  const [width, height] = [320, 240]
  return dicomFile('1.2.840.10008.1.2.1', [
    [0x0008, 0x0016, 'UI', '1.2.840.10008.5.1.4.1.1.77.1.5.1'],
    [0x0028, 0x0002, 'US', 1],
    [0x0028, 0x0004, 'CS', 'MONOCHROME2'],
    [0x0028, 0x0010, 'US', height],
    [0x0028, 0x0011, 'US', width],
    [0x0028, 0x0030, 'DS', '0.006\\0.006'],
    [0x0028, 0x0100, 'US', 8],
    [0x0028, 0x0101, 'US', 8],
    [0x0028, 0x0103, 'US', 0],
    [0x7fe0, 0x0010, 'OW', Buffer.alloc(width * height, Buffer.from([90, 140]))],
  ])
}

describe('an analysis', () => {
  test('goes through its stages to vessels, figures and a draft in the language asked for', async () => {
    const { by, pid, rid } = await makeSitting(app, [await drawnPhotograph()])
    const progress = await nextEvent(app, 'anal_progress')
    const end = await nextEvent(app, 'anal_system')
    const result = await analysed(app, by, rid)
    expect(fundusAnalysis.result.data.parse(result)).toMatchObject({
      status: 'done',
      progress: 1,
      reason: null,
    })
    const [image] = every(result)
    expect(image).toMatchObject({ image_index: 0, error: null, quality: { gradable: true } })
    expect(image?.data?.vessel?.density).toBeGreaterThan(3)
    expect(image?.opinion).toContain('不能仅凭本产品结果进行临床决策。')
    const { analysis_record_id } = result
    expect(await progress.happened).toMatchObject({ analysis_record_id, total: 1 })
    expect(await end.happened).toMatchObject({
      anal_status: 1,
      tab_id: 0,
      patient_id: pid,
      image_id: rid,
    })
    const { rows: notices } = await succeed(app, listNotices, {}, { token: by.token })
    expect(notices).toMatchObject([{ analysis_record_id, pid, image_id: rid, status: 'done' }])

    const overlay = image?.overlays.find((overlay) => overlay.name === 'vessels')
    const png = await fetch(new URL(overlay?.url ?? '', app.url))
    const { format, width, channels } = await sharp(await png.arrayBuffer()).metadata()
    expect([format, width, channels]).toEqual(['png', 800, 1])

    const body = { analysis_record_id, uid: by.uid }
    const asked = { token: by.token, language: 'en' as const }
    const english = await succeed(app, fundusAnalysis.result, body, asked)
    expect(every(english)[0]?.opinion).toMatch(/^Conclusion\n(Not judged: .*\n)?Right eye: /)

    const { rows } = await succeed(app, fundusAnalysis.list, { pid }, asked)
    expect(rows).toMatchObject([
      { image_id: rid, analysis_record_id, status: 'done', image_count: 1, reports: [] },
    ])
    expect(rows[0]?.eyes).toEqual([
      {
        eye: 'OD',
        photographs: 1,
        gradable: 1,
        // The drawing has too few px for stage 0.
        stage: null,
        at_least: null,
        lesions: false,
        referral: 'review',
        found: null,
        stated: [],
        reasons: [{ reason: 'field', referral: 'review' }],
        contradicts: false,
        machine: null,
      },
      {
        eye: 'OS',
        photographs: 0,
        gradable: 0,
        stage: null,
        referral: null,
        found: null,
        at_least: null,
        lesions: false,
        stated: [],
        contradicts: false,
        machine: null,
        reasons: [],
      },
    ])
    await state(app, by, { analysis_record_id, field: 'eye', value: 'OS' })
    const corrected = (await succeed(app, fundusAnalysis.list, { pid }, asked)).rows[0]?.eyes
    expect(corrected?.map(({ eye, photographs }) => [eye, photographs])).toEqual([
      ['OD', 0],
      ['OS', 1],
    ])
  })

  test('lays over the photograph as many spots as it counts, and apart from them those that it does not', async () => {
    const { image: photograph } = drawFundus(8, { width: 1000, lesions: true })
    const { by, rid } = await makeSitting(app, [await encodeJpeg(photograph)])
    const [image] = every(await analysed(app, by, rid))
    const drawnSpots = async (name: string) => {
      const url = image?.overlays.find((overlay) => overlay.name === name)?.url ?? ''
      const png = sharp(await (await fetch(new URL(url, app.url))).arrayBuffer())
      const { data, info } = await png.extractChannel(0).raw().toBuffer({ resolveWithObject: true })
      return blobsOf({ ...info, data: Float32Array.from(data) }, 128).length
    }
    const counts = LESIONS.map((kind) => image?.data?.lesions?.[kind])
    expect(await Promise.all(LESIONS.map(drawnSpots))).toEqual(counts.map((count) => count?.count))
    const beside = LESIONS.map((kind) => drawnSpots(uncountedOf(kind)))
    expect(await Promise.all(beside)).toEqual(counts.map((count) => count?.uncounted))
    expect(counts.some((count) => (count?.count ?? 0) > 3)).toBe(true)
  })

  test('of a picture that is no fundus is done, says so and offers no figures', async () => {
    const { by, rid } = await makeSitting(app, [await drawnPhotograph(), await plainImage()])
    const images = every(await analysed(app, by, rid))
    expect(images.map((image) => image.quality?.gradable)).toEqual([true, false])
    expect(images[1]).toMatchObject({ overlays: [], data: { vessel: null, dr_grade: null } })
    expect(images[1]?.quality?.reasons).toContain('not_fundus')
    expect(images[1]?.opinion).toContain(reasonText('not_fundus', 'zh-CN').slice(0, 6))
  })

  test('knows the scale that the clinician states, and that of a DICOM file before it', async () => {
    const by = await makeAccount(app, { role: '4' })
    const pid = await makePatient(app, by)
    const files_path = [await upload(app, by, await plainImage()), await upload(app, by, dicom())]
    const body = { pid, ...archiveFields, files_path, mm_per_px: 0.008 }
    const { rid } = await succeed(app, fundusArchive.create, body, { token: by.token })
    const images = every(await analysed(app, by, rid))
    expect(images.map((image) => image.data?.scale)).toEqual([
      { mm_per_px: 0.008, source: 'stated' },
      { mm_per_px: 0.006, source: 'dicom' },
    ])
  })

  test('is asked for five times at once and runs once', async () => {
    const { by, rid } = await makeSitting(idle)
    const ids = await Promise.all(Array.from({ length: 5 }, () => predict(idle, by, rid)))
    expect(new Set(ids).size).toBe(1)
    const result = await resultOf(idle, by, ids[0] ?? '')
    expect(result).toMatchObject({ status: 'queued', progress: 0, can_add_diagnose: false })
  })

  test('that is over can be done again, as a new record', async () => {
    const { by, pid, rid } = await makeSitting(app)
    const first = await analysed(app, by, rid)
    const second = await analysed(app, by, rid)
    expect(second.analysis_record_id).not.toBe(first.analysis_record_id)
    const { rows } = await succeed(app, fundusAnalysis.list, { pid }, { token: by.token })
    expect(rows.map((row) => row.analysis_record_id)).toEqual([second.analysis_record_id])
  })
})

test('while a sitting is analysed, each photograph that was looked at is told with how well it can be read', async () => {
  const drawn = (seed: number, light: number) =>
    encodeJpeg(drawFundus(seed, { width: 800, light }).image)
  const { by, rid } = await makeSitting(
    app,
    await Promise.all([drawn(4720, 0.1), drawn(4721, 1), drawn(4722, 1)]),
  )
  const looked = await nextEvent(app, 'anal_progress', ({ looks = 0 }) => looks > 0)
  const ended = await endOf(app, rid)
  const analysis_record_id = await predict(app, by, rid)
  expect(await looked.happened).toMatchObject({ analysis_record_id, total: 3 })
  const running = await resultOf(app, by, analysis_record_id)
  expect(running).toMatchObject({ status: 'running', left: [], right: [], other: [] })
  expect(running.looks[0]).toMatchObject({ image_index: 0, gradable: false })
  expect(running.looks[0]?.reasons).toContain('too_dark')
  await ended.happened
  const done = await resultOf(app, by, analysis_record_id)
  expect(done).toMatchObject({ status: 'done', looks: [] })
  const dark = every(done).find(({ image_index }) => image_index === 0)
  expect(dark?.quality?.reasons).toEqual(running.looks[0]?.reasons)
})

describe('an analysis that is called off', () => {
  /** Never analysed to its end, so that its analysis takes its time. */
  const unseen = encodeJpeg(drawFundus(4712, { width: 800, eye: 'OD' }).image)

  test('by the clinician stays cancelled, and a new one may start', async () => {
    const { by, rid } = await makeSitting(idle)
    const analysis_record_id = await predict(idle, by, rid)
    const asked = { token: by.token }
    const heard = await nextEvent(idle, 'anal_progress')
    await succeed(idle, fundusAnalysis.cancel, { analysis_record_id }, asked)
    // The event goes to everybody who may have it on a page, not only to the user who asked.
    expect(await heard.happened).toMatchObject({ analysis_record_id, done: 1, total: 1 })
    expect((await resultOf(idle, by, analysis_record_id)).status).toBe('cancelled')
    const again = await idle.call(fundusAnalysis.cancel, { analysis_record_id }, asked)
    expect(again).toMatchObject({ error_code: 1003, msg: '分析已结束' })
    expect(await predict(idle, by, rid)).not.toBe(analysis_record_id)
  })

  test('while it runs leaves no result, and the worker goes on with the next', async () => {
    const many = Array.from({ length: 6 }, () => unseen)
    const { by, rid } = await makeSitting(app, await Promise.all(many))
    const running = await nextEvent(app, 'anal_progress')
    const analysis_record_id = await predict(app, by, rid)
    await running.happened
    await succeed(app, fundusAnalysis.cancel, { analysis_record_id }, { token: by.token })
    const next = await makeSitting(app)
    expect((await analysed(app, next.by, next.rid)).status).toBe('done')
    expect(await resultOf(app, by, analysis_record_id)).toMatchObject({
      status: 'cancelled',
      looks: [],
      other: [],
      left: [],
      right: [],
    })
  })

  test('by deleting the patient while it runs is seen by nobody, and keeps no map', async () => {
    const known = [drawnPhotograph(), drawnPhotograph()]
    const many = [...known, ...Array.from({ length: 4 }, () => unseen)]
    const { by, pid, rid } = await makeSitting(app, await Promise.all(many))
    const running = await nextEvent(app, 'anal_progress', (data) => data.done > 1)
    const analysis_record_id = await predict(app, by, rid)
    await running.happened
    const asked = { token: by.token }
    await succeed(app, deletePatient, { pid }, asked)
    const next = await makeSitting(app)
    expect((await analysed(app, next.by, next.rid)).status).toBe('done')
    for (const [call, body] of [
      [fundusAnalysis.result, { analysis_record_id, uid: by.uid }],
      [fundusAnalysis.predictions, { image_id: rid, uid: by.uid }],
      [fundusAnalysis.list, { pid }],
    ] as const) {
      expect((await app.call(call, body, asked)).error_code).toBe(1002)
    }
    // Another worker may have taken the next one while this one still ends.
    const maps = async () => {
      const keys: string[] = []
      const place = `analyses/${by.oid ?? ''}/`
      for await (const { key } of app.context.files.list(place)) keys.push(key)
      return keys
    }
    await expect.poll(maps).toEqual([])
  })

  test('of a deleted archive is refused before it starts', async () => {
    const { by, rid } = await makeSitting(idle)
    await succeed(idle, fundusArchive.delete, { rid }, { token: by.token })
    const body = { image_id: rid, uid: by.uid }
    const refused = await idle.call(fundusAnalysis.predictions, body, { token: by.token })
    expect(refused).toMatchObject({ status: 202, error_code: 1002 })
  })
})

test('the eye that a clinician sets wins over the machine and is marked as his', async () => {
  const { by, rid } = await makeSitting(app, [await drawnPhotograph()])
  const { analysis_record_id } = await analysed(app, by, rid)
  for (const eye of ['OD', 'OS'] as const) {
    await state(app, by, { analysis_record_id, field: 'eye', value: eye })
  }
  const result = await resultOf(app, by, analysis_record_id)
  expect(result.left).toMatchObject([{ eye: 'OS', eye_source: 'clinician' }])
  expect(result.left[0]?.opinion).toMatch(/^结论\n(未能判断：.*\n)?左眼：/)
  expect([...result.right, ...result.other]).toEqual([])
})

test('another institution finds no analysis, and may not act in the name of another', async () => {
  const { by, pid, rid } = await makeSitting(idle)
  const analysis_record_id = await predict(idle, by, rid)
  const stranger = await makeAccount(idle, { role: '4' })
  const asked = { token: stranger.token }
  for (const [call, body] of [
    [fundusAnalysis.result, { analysis_record_id, uid: stranger.uid }],
    [fundusAnalysis.predictions, { image_id: rid, uid: stranger.uid }],
    [fundusAnalysis.cancel, { analysis_record_id }],
    [fundusAnalysis.list, { pid }],
  ] as const) {
    expect(await idle.call(call, body, asked)).toMatchObject({ status: 202, error_code: 1002 })
  }
  const asAnother = { image_id: rid, uid: stranger.uid }
  const refused = await idle.call(fundusAnalysis.predictions, asAnother, { token: by.token })
  expect(refused.error_code).toBe(1002)
})

const ROOT = resolve(import.meta.dirname, '../../../..')
const EYE_DATA = resolve(ROOT, process.env['EYE_DATA'] ?? '../shared/data')
const REAL = join(EYE_DATA, 'fundus/idrid/images/IDRiD_01.jpg')

test.skipIf(!existsSync(REAL))(
  'a real photograph is graded for quality and its vessels are measured (needs EYE_DATA)',
  async () => {
    const { by, rid } = await makeSitting(app, [readFileSync(REAL)])
    const [image] = every(await analysed(app, by, rid))
    expect(image).toMatchObject({ width: 4288, height: 2848, quality: { gradable: true } })
    expect(image?.data?.vessel?.density).toBeGreaterThan(3)
    expect(image?.data?.vessel?.density).toBeLessThan(25)
  },
)
