import type { ChildProcess } from 'node:child_process'
import {
  createReport,
  fundusAnalysis,
  FundusReportData,
  getReport,
  maskOf,
  maskSize,
  STATUS,
  type InputOf,
  type Mask,
} from '@mingmou/contract'
import { drawFundus, encodeJpeg } from '@mingmou/analysis/phantom'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import {
  keepFindings,
  makeSitting,
  endOf,
  nextEvent,
  predict,
  resultOf,
} from '../../testing/clinical-factories.ts'
import { addAccount, makeAccount, signIn, type SignedIn } from '../../testing/factories.ts'
import { succeed, testApp, type TestApp } from '../../testing/test-app.ts'
import { startWorkerProcess } from '../../testing/worker-process.ts'

const { image: photograph, truth } = drawFundus(4711, {
  width: 800,
  eye: 'OD',
  lesions: true,
})
const { width, height } = photograph

/** An ellipse as a hand draws it, `by` times as large as it is. */
function mask({ x, y, rx, ry }: typeof truth.disc, by = 1, size = { width, height }): Mask {
  const data = Uint8Array.from({ length: size.width * size.height }, (_, at) => {
    const [px, py] = [at % size.width, Math.floor(at / size.width)]
    return Math.hypot((px - x) / rx / by, (py - y) / ry / by) <= 1 ? 255 : 0
  })
  return maskOf(size, data)
}

/** The px in which a place of the photograph lies; none of null. */
function placed(at: readonly [number, number] | null): Mask {
  const size = maskSize({ width, height })
  const data = new Uint8Array(size.width * size.height)
  const px = (value: number) => Math.floor(((value + 0.5) * size.width) / width)
  if (at) data[px(at[1]) * size.width + px(at[0])] = 255
  return maskOf(size, data)
}

let app: TestApp
let worker: ChildProcess | undefined
/** A sitting that a worker has analysed; tests draw on it one after the other. */
let seen: { by: SignedIn; pid: string; rid: string; id: string }
beforeAll(async () => {
  app = await testApp()
  const made = await makeSitting(app, [await encodeJpeg(photograph)])
  // Of its own: an analysis and a measurement at once would stop this process for seconds.
  worker = startWorkerProcess(app)
  const { happened } = await endOf(app, made.rid)
  const id = await predict(app, made.by, made.rid)
  await happened
  seen = { ...made, id }
})
afterAll(async () => {
  worker?.kill('SIGKILL')
  await app.close()
})

const imageIn = async (by: SignedIn, id: string) => {
  const { left, right, other } = await resultOf(app, by, id)
  const [image] = [...right, ...left, ...other]
  if (!image) throw new Error('no image')
  return image
}
const newest = async (by: SignedIn, id: string, layer: string) =>
  (await imageIn(by, id)).drawings.find((drawing) => drawing.layer === layer)?.drawing_id ?? null

type Drawn = InputOf<typeof fundusAnalysis.draw>
const bodyOf = (id: string, body: Pick<Drawn, 'layer' | 'mask'> & Partial<Drawn>): Drawn => ({
  analysis_record_id: id,
  image_index: 0,
  replaces: null,
  ...body,
})

/** Draws in the place of what is drawn now. */
async function draw(layer: Drawn['layer'], drawn: Mask | null): Promise<void> {
  const { by, id } = seen
  const body = bodyOf(id, { layer, mask: drawn, replaces: await newest(by, id, layer) })
  await succeed(app, fundusAnalysis.draw, body, { token: by.token })
}

/** What a page shows that was told of it, as soon as all drawings that were made are measured. */
async function measured(id: string, made: number): Promise<Awaited<ReturnType<typeof imageIn>>> {
  for (;;) {
    const { happened } = await nextEvent(
      app,
      'anal_progress',
      ({ analysis_record_id, done, total }) => analysis_record_id === id && done === total,
    )
    const { status } = await resultOf(app, seen.by, id)
    const image = status === 'done' ? await imageIn(seen.by, id) : null
    if (image?.drawn?.state === 'measured' && image.drawings.length === made) return image
    await happened
  }
}

const wish = (): InputOf<typeof createReport> => ({
  uid: seen.by.uid,
  patient_id: seen.pid,
  analysis_id: seen.id,
  analysis_type: '1',
  image_index: 0,
  diagnostic_opinion: '已阅片。',
})

async function report(): Promise<FundusReportData> {
  const asked = { token: seen.by.token }
  const { report_id } = await succeed(app, createReport, wish(), asked)
  return reread(report_id)
}

async function reread(report_id: string): Promise<FundusReportData> {
  const read = { report_id, diagnosis_class: '1' as const }
  const { report_data } = await succeed(app, getReport, read, { token: seen.by.token })
  return FundusReportData.parse(report_data)
}

test('a cup that is drawn while the image is analysed anew is measured at once; the machine’s ratio stays beside it, and both stand in the report', async () => {
  const { by, rid, id } = seen
  const before = await imageIn(by, id)
  const signed = await succeed(app, createReport, wish(), { token: by.token })
  const then = await reread(signed.report_id)
  const again = await predict(app, by, rid)
  await draw('disc', mask(truth.disc))
  await draw('cup', mask(truth.cup, 1.3))
  const now = await measured(again, 2)
  seen.id = again
  const ratio = (1.3 * truth.cup.ry) / truth.disc.ry
  expect(now.data?.vcdr).toBeCloseTo(ratio, 1.7)
  expect(now.data?.confidence).not.toHaveProperty('vcdr')
  expect(now.drawn?.machine.vcdr).toBe(before.data?.vcdr)
  expect(now.drawn?.overlays.map(({ name }) => name)).toEqual(['disc', 'cup'])
  expect(now.drawings).toMatchObject([
    { layer: 'cup', withdrawn: false, clinician: '演示用户', earlier: true },
    { layer: 'disc' },
  ])
  expect(now.opinion).toContain('视盘、视杯由医生勾画')
  const after = await report()
  expect(after.segmentation.vcdr).toBe(now.data?.vcdr)
  expect(after.drawn?.drawings.map(({ layer, clinician }) => [layer, clinician])).toEqual([
    ['disc', '演示用户'],
    ['cup', '演示用户'],
  ])
  expect(after.drawn?.figures).toContainEqual({
    key: 'vcdr',
    value: now.data?.vcdr,
    machine: before.data?.vcdr,
  })
  const still = await reread(signed.report_id)
  expect([still.segmentation, still.drawn]).toEqual([then.segmentation, null])
})

test('a drawing that is withdrawn leaves the machine’s figures, and nothing is measured again', async () => {
  const { by, id } = seen
  const { drawn } = await imageIn(by, id)
  await draw('disc', null)
  await draw('cup', null)
  const now = await imageIn(by, id)
  expect([now.data, now.drawn]).toEqual([drawn?.machine, null])
  expect(now.drawings.map(({ layer, withdrawn }) => [layer, withdrawn])).toEqual([
    ['cup', true],
    ['disc', true],
    ['cup', false],
    ['disc', false],
  ])
  const again = bodyOf(id, {
    layer: 'cup',
    mask: null,
    replaces: now.drawings[0]?.drawing_id ?? null,
  })
  const refused = await app.call(fundusAnalysis.draw, again, { token: by.token })
  expect([refused.error_code, refused.data]).toMatchObject([
    1001,
    { fields: { mask: '此项不能为空' } },
  ])
})

test('a drawing begins with the lesions that were counted: one stroke far from them makes one more', async () => {
  const { by, id } = seen
  const before = await imageIn(by, id)
  const { count = 0 } = before.data?.lesions?.hard_exudates ?? {}
  expect(count).toBeGreaterThan(1)
  const url = before.overlays.find(({ name }) => name === 'hard_exudates')?.url ?? ''
  const answered = await fetch(new URL(url, app.url))
  const grey = sharp(await answered.arrayBuffer())
    .extractChannel(0)
    .raw()
  const { data: pixels, info: map } = await grey.toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => Math.round(y) * map.width + Math.round(x)
  const scale = map.width / width
  // Between the fovea and the lower edge of the field, where nothing is.
  const [x, y] = [truth.centre[0] * scale, (truth.centre[1] + 0.4 * truth.diameter) * scale]
  for (let dy = -4; dy <= 4; dy++)
    for (let dx = -4; dx <= 4; dx++) {
      expect(pixels[at(x + 5 * dx, y + 5 * dy)]).toBe(0)
      pixels[at(x + dx, y + dy)] = 255
    }
  await draw('hard_exudates', maskOf(map, pixels))
  const { data } = await measured(id, before.drawings.length + 1)
  expect(data?.lesions?.hard_exudates).toMatchObject({ count: count + 1, uncounted: 0 })
  expect(data?.lesions?.haemorrhages).toEqual(before.data?.lesions?.haemorrhages)
  await draw('hard_exudates', null)
})

test('a fovea that a clinician sets: distance, angle and suspected oedema follow on page, draft and report, until it is withdrawn', async () => {
  const { by, id } = seen
  const before = await imageIn(by, id)
  expect(before.data?.dr?.macular_oedema).toBe(true)
  // Farther than a disc diameter from the exudates of the photograph, as its own fovea is not.
  const [x, y]: [number, number] = [truth.fovea[0] - 40, truth.fovea[1] + 30]
  await draw('fovea', placed([x, y]))
  const now = await measured(id, before.drawings.length + 1)
  const [fx, fy] = now.data?.fovea_centre ?? [0, 0]
  expect(Math.hypot(fx - x, fy - y)).toBeLessThan(1)
  const [dx, dy] = now.data?.disc_centre ?? [0, 0]
  expect(now.data?.macula?.fd_dist).toBeCloseTo(Math.hypot(dx - fx, dy - fy), 5)
  expect(now.data?.dr?.macular_oedema).toBe(false)
  expect(now.data?.confidence).not.toHaveProperty('macula.fd_dist')
  expect(now.drawn?.machine).toEqual(before.data)
  expect(now.drawings[0]).toMatchObject({ layer: 'fovea', clinician: '演示用户' })
  expect(now.opinion).toContain('黄斑中心凹的位置由医生判定')
  expect(before.opinion).toContain('疑似黄斑水肿')
  expect(now.opinion).not.toContain('疑似黄斑水肿')
  const { segmentation, drawn } = await report()
  expect(segmentation.fovea_center).toEqual([fx, fy])
  expect(drawn?.drawings).toMatchObject([{ layer: 'fovea', clinician: '演示用户' }])
  expect(drawn?.judgements).toContainEqual({ name: 'oedema', value: false, machine: true })
  for (const [key, value, machine] of [
    ['macula.fd_dist_dd', now.data?.macula?.fd_dist_dd, before.data?.macula?.fd_dist_dd ?? null],
    [
      'lesions.hard_exudates.fovea_distance_dd',
      now.data?.lesions?.hard_exudates.fovea_distance_dd,
      before.data?.lesions?.hard_exudates.fovea_distance_dd,
    ],
  ])
    expect(drawn?.figures).toContainEqual({ key, value, machine })
  const nasal: [number, number] = [truth.disc.x + 2.6 * 2 * truth.disc.ry, truth.disc.y + 15]
  await draw('fovea', placed(nasal))
  const turned = await measured(id, before.drawings.length + 2)
  expect([turned.drawn?.machine.eye, turned.eye, turned.eye_confidence]).toEqual([
    ...['OD', 'OS', null],
  ])
  const { rows } = await succeed(
    app,
    fundusAnalysis.list,
    { pid: seen.pid, order: '1' },
    { token: by.token },
  )
  const told = rows[0]?.eyes.filter(({ photographs }) => photographs > 0)
  expect(told?.map(({ eye }) => eye)).toEqual(['OS'])
  await draw('fovea', placed(null))
  const none = await measured(id, before.drawings.length + 3)
  expect([none.data?.fovea_centre, none.data?.macula]).toEqual([null, null])
  expect(none.data?.not_measured['dr.macular_oedema']).toBe('fovea_not_seen')
  await draw('fovea', null)
  const withdrawn = await imageIn(by, id)
  expect([withdrawn.data, withdrawn.drawn]).toEqual([before.data, null])
})

describe('a drawing is refused', () => {
  /** Of a sitting of 320 x 240 px with sample findings; no worker reads it. */
  const small = async () => {
    const made = await makeSitting(app)
    return { ...made, id: await keepFindings(app, made.by, made) }
  }
  const empty = maskOf({ width: 320, height: 240 }, [])
  const answer = async (by: SignedIn, body: Drawn) => {
    const { status, error_code, data } = await app.call(fundusAnalysis.draw, body, {
      token: by.token,
    })
    return [status, error_code, Object.keys((data as { fields?: object }).fields ?? {})]
  }

  test('of another shape, of nothing that is a mask, and of an unknown layer, by the field', async () => {
    const { by, id } = await small()
    const drawn = (mask: unknown, layer = 'cup') =>
      answer(by, bodyOf(id, { layer, mask } as Pick<Drawn, 'layer' | 'mask'>))
    expect(await drawn(maskOf({ width: 320, height: 160 }, []))).toEqual([202, 1001, ['mask']])
    expect(await drawn({ ...empty, runs: '1 2 3' })).toEqual([202, 1001, ['mask.runs']])
    expect(await drawn({ ...empty, runs: '<svg>' })).toEqual([202, 1001, ['mask.runs']])
    expect(await drawn('data:image/png;base64,AAAA')).toEqual([202, 1001, ['mask']])
    expect(await drawn(empty, 'vessels')).toEqual([202, 1001, ['layer']])
    expect((await imageIn(by, id)).drawings).toEqual([])
  })

  test('that marks two places for the fovea', async () => {
    const { by, id } = await small()
    const two = maskOf({ width: 320, height: 240 }, [0, 255, 0, 255])
    expect(await answer(by, bodyOf(id, { layer: 'fovea', mask: two }))).toEqual([
      202,
      1001,
      ['mask'],
    ])
  })

  test('to another institution as if the analysis were not there, and to other roles', async () => {
    const { id } = await small()
    for (const layer of ['cup', 'fovea'] as const) {
      const body = bodyOf(id, { layer, mask: empty })
      expect(await answer(await makeAccount(app, { role: '4' }), body)).toEqual([202, 1002, []])
      for (const role of ['1', '2', '5'] as const)
        expect((await answer(await makeAccount(app, { role }), body))[0]).toBe(
          STATUS.roleNotAllowed,
        )
    }
  })

  test('on an image that the machine could not judge', async () => {
    const made = await makeSitting(app)
    const found = { ...SAMPLE_FINDINGS, gradable: false }
    const id = await keepFindings(app, made.by, made, found)
    expect(await answer(made.by, bodyOf(id, { layer: 'cup', mask: empty }))).toEqual([
      202,
      1003,
      [],
    ])
  })

  test('to the second of two clinicians at once, who then sees the first', async () => {
    const { by, id } = await small()
    const other = await signIn(app, await addAccount(app, { role: '4', oid: by.oid ?? '' }))
    const body = bodyOf(id, { layer: 'cup', mask: empty })
    const answers = await Promise.all([answer(by, body), answer(other, body)])
    expect(answers.map(([, code]) => code).toSorted()).toEqual([0, 1003])
    const { drawings } = await imageIn(by, id)
    expect(drawings).toHaveLength(1)
    expect(await answer(other, { ...body, replaces: drawings[0]?.drawing_id ?? null })).toEqual([
      ...[200, 0, []],
    ])
  })
})

test('a report waits until what was drawn is measured', async () => {
  const { by, pid, rid } = await makeSitting(app)
  const id = await keepFindings(app, by, { pid, rid })
  // An image that the analysis refuses: the drawing is never measured.
  const mask = maskOf(maskSize({ width: 320, height: 240 }), [])
  await succeed(app, fundusAnalysis.draw, bodyOf(id, { layer: 'cup', mask }), { token: by.token })
  const body = { ...wish(), uid: by.uid, patient_id: pid, analysis_id: id }
  const refused = await app.call(createReport, body, { token: by.token })
  expect([refused.error_code, refused.msg]).toEqual([
    1003,
    expect.stringMatching('医生勾画尚未测量'),
  ])
})
