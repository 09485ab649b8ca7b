import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LESIONS, uncountedOf, type SpotLayer } from '@mingmou/contract'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { loadModels } from './models.ts'
import { drawFundus, encodeJpeg } from '../phantom/index.ts'
import { EYE_DATA, eyeData, MODELS, THREADS } from '../testing/files.ts'
import { analyseFundus } from './analyse.ts'
import { blobsOf } from '../geometry/blobs.ts'
import { drawSpots } from '../spots.ts'
import type { SpotMap } from './spot-maps.ts'

const models = await loadModels(MODELS, THREADS)
afterAll(() => models.close())

/** The connected parts of the picture that is drawn. */
async function drawn(spots: readonly SpotMap[], name: SpotLayer) {
  const png = await spots.find((map) => map.name === name)?.encode()
  const { data, info } = await sharp(png).extractChannel(0).raw().toBuffer({
    resolveWithObject: true,
  })
  const grey = { ...info, data: Float32Array.from(data) }
  expect([0, 255]).toEqual(expect.arrayContaining([...new Set(data)]))
  return { ...info, blobs: blobsOf(grey, 128), lit: data.filter((value) => value > 0).length }
}

async function expectAgreement(bytes: Buffer) {
  const { findings, spots } = await analyseFundus(bytes, models)
  const { file, lesions } = findings
  let [counted, beside] = [0, 0]
  for (const kind of LESIONS) {
    const [solid, outlined] = [await drawn(spots, kind), await drawn(spots, uncountedOf(kind))]
    const { count = -1, uncounted, area = -1 } = lesions?.[kind] ?? {}
    expect([kind, solid.blobs.length, outlined.blobs.length]).toEqual([kind, count, uncounted])
    const pixel = (file.width / solid.width) * (file.height / solid.height)
    expect(Math.abs(solid.lit * pixel - area)).toBeLessThanOrEqual(0.01 * area)
    expect(solid.width / solid.height).toBeCloseTo(file.width / file.height, 2)
    counted += count
    beside += uncounted ?? 0
  }
  return { findings, counted, beside }
}

describe('as many solid spots are drawn as the table counts, and as many outlines as it does not', () => {
  test('in a drawn photograph with lesions', async () => {
    const { image } = drawFundus(8, { width: 1600, lesions: true })
    const { counted, beside } = await expectAgreement(await encodeJpeg(image))
    expect(counted).toBeGreaterThan(10)
    expect(beside).toBeGreaterThan(0)
  })

  test('in a small one, whose spots are drawn larger than its own pixels', async () => {
    const { image } = drawFundus(9, { width: 640, lesions: true })
    await expectAgreement(await encodeJpeg(image))
  })

  test.skipIf(!eyeData)('in a real one full of exudates (EYE_DATA)', async () => {
    const file = join(EYE_DATA, 'fundus', 'idrid', 'images', 'IDRiD_09.jpg')
    const { counted, beside } = await expectAgreement(await readFile(file))
    expect(counted).toBeGreaterThan(50)
    expect(beside).toBeGreaterThan(50)
  })
})

test('spots a pixel apart stay apart, wherever the field lies in the photograph', () => {
  const pixels = (...places: [number, number][]) => places.map(([x, y]) => 10 * y + x)
  const traits = { area: 1, chance: 1, strength: 1 } as const
  const spots = [pixels([1, 1], [2, 2]), pixels([4, 2]), pixels([9, 7])].map((spot) => ({
    pixels: spot,
    centre: [0, 0] as const,
    ...traits,
  }))
  const map = { width: 10, height: 8, data: new Float32Array(80), ratio: 10 / 333 }
  for (const x of [0, 17, 166])
    for (const y of [0, 50, 133]) {
      const box = { x, y, width: 333, height: 267 }
      const { data, ...size } = drawSpots(spots, { ...map, box }, { width: 500, height: 400 })
      expect(size).toEqual({ width: 15, height: 12 })
      const blobs = blobsOf({ ...size, data: Float32Array.from(data) }, 128)
      // The two pixels that meet at a corner are joined by a third.
      expect(blobs.map((blob) => blob.pixels.length)).toEqual([3, 1, 1])
    }
})
