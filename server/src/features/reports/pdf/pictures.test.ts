import { reportEntry } from '@mingmou/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '@mingmou/contract/testing'
import { testApp, type TestApp } from '../../../testing/test-app.ts'
import { photographWith, snapshotWith, STANDING } from '../../../testing/report-factory.ts'
import { readReport } from '../service.ts'
import { drawPictures } from './pictures.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const [WIDTH, HEIGHT] = [900, 720]

/** A picture of one colour with squares on it, px from the left and the top. */
function squares(back: string, front: string, places: readonly (readonly [number, number])[]) {
  const drawn = places.map(
    ([x, y]) => `<rect x="${x}" y="${y}" width="12" height="12" fill="${front}"/>`,
  )
  const frame = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">`
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: back } })
    .composite([{ input: Buffer.from(`${frame}${drawn.join('')}</svg>`) }])
    .png()
    .toBuffer()
}

test('on paper the lesions that count are solid, scars have a rim unless a clinician denied them, and what does not count is not drawn', async () => {
  const files = {
    photograph: await squares('#808080', '#808080', []),
    hard_exudates: await squares('#000', '#fff', [
      [100, 100],
      [300, 200],
    ]),
    hard_exudates_uncounted: await squares('#000', '#fff', [[500, 300]]),
    laser_scars: await squares('#000', '#fff', [[700, 400]]),
  }
  for (const [name, bytes] of Object.entries(files))
    await app.context.files.put(`pictures/${name}`, bytes, 'image/png')
  const overlays = Object.keys(files)
    .filter((name) => name !== 'photograph')
    .map((name) => ({ name, key: `pictures/${name}` }))
  const image = { file_key: 'pictures/photograph', width: WIDTH, height: HEIGHT, overlays }
  const other_disease = { suspected: false, kinds: [], scars: true }
  const photograph = photographWith({ ...SAMPLE_FINDINGS, other_disease }, image)
  const read = (shown: typeof photograph) => {
    const snapshot = snapshotWith(shown)
    const report = { oid: '', report_id: '', visitor: false, standing: STANDING, snapshot }
    return { snapshot, document: readReport(report, 'en') }
  }
  const { snapshot, document } = read(photograph)
  const drawn = await drawPictures(app.context, reportEntry('fundus'), [snapshot], document)
  const [picture, lesions] = [...drawn].find(([{ name }]) => name === 'lesions') ?? []
  expect(picture?.caption).toBe('Lesions counted for the grade, and suspected laser scars')
  const denied = {
    name: 'treated',
    value: 'none',
    machine: 'scars',
    reason: '无治疗史',
    clinician: '演示医生',
    made_at: '2026-01-02T03:04:05.000Z',
  }
  const { sections } = read({ ...photograph, corrections: [denied] }).document
  const plain = sections.flatMap((section) => (section.kind === 'pictures' ? section.pictures : []))
  expect(plain.map(({ caption }) => caption)).toContain('Lesions counted for the grade')
  const { data } = await sharp(lesions?.bytes ?? Buffer.alloc(0))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [
    ...data.subarray(3 * (y * WIDTH + x), 3 * (y * WIDTH + x) + 3),
  ]
  for (const [x, y] of [
    [106, 106],
    [306, 206],
  ] as const) {
    const [red = 0, , blue = 0] = at(x, y)
    expect(red - blue).toBeGreaterThan(120)
  }
  const isBare = (x: number, y: number) => {
    const [red = 0, , blue = 0] = at(x, y)
    return Math.abs(red - blue) < 6
  }
  expect([isBare(506, 306), isBare(706, 406)]).toEqual([true, true])
  const [, green = 0, violet = 0] = at(698, 406)
  expect(violet - green).toBeGreaterThan(60)
})

test('on paper all that lies outside the judged section is in shade, in each picture', async () => {
  const bytes = await squares('#808080', '#808080', [])
  await app.context.files.put('pictures/page', bytes, 'image/png')
  const image = { file_key: 'pictures/page', width: WIDTH, height: HEIGHT, overlays: [] }
  const box = { x: 300, y: 200, width: 400, height: 400 }
  const section = { clinician: '演示医生', made_at: '2024-03-01T02:00:00.000Z', box }
  const snapshot = snapshotWith({ ...photographWith(SAMPLE_FINDINGS, image), section })
  const document = readReport(
    { oid: '', report_id: '', visitor: false, standing: STANDING, snapshot },
    'en',
  )
  const drawn = await drawPictures(app.context, reportEntry('fundus'), [snapshot], document)
  const all = [...drawn.values()]
  expect(all.length).toBeGreaterThan(1)
  for (const { bytes: picture } of all) {
    const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
    const light = (x: number, y: number) =>
      data[
        info.channels *
          (Math.round((y * info.height) / HEIGHT) * info.width +
            Math.round((x * info.width) / WIDTH))
      ]
    expect([light(310, 590), light(690, 210)].every((level = 0) => level > 115)).toBe(true)
    expect(
      [light(20, 20), light(880, 700), light(290, 400)].every((level = 255) => level < 65),
    ).toBe(true)
  }
})
