import { entryOf } from '@mingmou/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_FINDINGS } from '../../../../../contract/src/modalities/fundus/sample-findings.ts'
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

test('on paper the lesions that count are solid, and what does not count is not drawn', async () => {
  const files = {
    photograph: await squares('#808080', '#808080', []),
    hard_exudates: await squares('#000', '#fff', [
      [100, 100],
      [300, 200],
    ]),
    hard_exudates_uncounted: await squares('#000', '#fff', [[500, 300]]),
  }
  for (const [name, bytes] of Object.entries(files))
    await app.context.files.put(`pictures/${name}`, bytes, 'image/png')
  const overlays = ['hard_exudates', 'hard_exudates_uncounted'].map((name) => ({
    ...{ name, key: `pictures/${name}` },
  }))
  const image = { file_key: 'pictures/photograph', width: WIDTH, height: HEIGHT, overlays }
  const snapshot = snapshotWith(photographWith(SAMPLE_FINDINGS, image))
  const document = readReport(
    {
      ...{ oid: '', report_id: '', visitor: false, standing: STANDING },
      snapshot,
    },
    'en',
  )
  const drawn = await drawPictures(app.context, entryOf('fundus'), [snapshot], document)
  const lesions = [...drawn].find(([{ name }]) => name === 'lesions')?.[1].bytes
  const { data } = await sharp(lesions ?? Buffer.alloc(0))
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
  const [red = 0, , blue = 0] = at(506, 306)
  expect(Math.abs(red - blue)).toBeLessThan(6)
})
