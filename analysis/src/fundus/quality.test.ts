import { afterAll, describe, expect, test } from 'vitest'
import { findField } from '../field.ts'
import { decode, type Picture } from '../image.ts'
import {
  drawFundus,
  drawNotFundus,
  encodeJpeg,
  NOT_FUNDUS,
  type FundusOptions,
} from '../phantom/index.ts'
import { loadModels } from '../models.ts'
import { MODELS } from '../testing/files.ts'
import { featuresOf, smallOf } from './features.ts'
import { judge } from './quality.ts'
import { seeAll } from './see.ts'

const models = await loadModels(MODELS)
afterAll(() => models.close())

async function judged(picture: Picture) {
  const { quality: card } = models
  const field = findField(picture)
  const whole = { picture, field }
  const small = smallOf(whole, card.field_diameter_px)
  const features = featuresOf(small.picture, small.field, card.field_diameter_px)
  const { ungradable } = await seeAll(models, { whole, small })
  return judge(features, field, card, ungradable)
}
const drawn = (seed: number, options: FundusOptions = {}) =>
  drawFundus(seed, { width: 900, ...options }).image

test.each(NOT_FUNDUS.flatMap((kind) => [1, 2, 3, 4].map((seed) => [kind, seed] as const)))(
  'a picture of %s (%i) is refused as no fundus photograph',
  async (kind, seed) => {
    expect(await judged(drawNotFundus(seed, kind))).toMatchObject({
      ...{ gradable: false, reasons: ['not_fundus'], score: null, field: null, standard: null },
    })
  },
)

test('a black and a white picture are refused', async () => {
  for (const value of [0, 255]) {
    const rgb = new Uint8Array(270_000).fill(value)
    expect((await judged({ width: 300, height: 300, rgb })).reasons).toEqual(['not_fundus'])
  }
})

test.each([1, 2, 3, 4, 5, 6])(
  'drawn photograph %i is gradable and meets the standard',
  async (seed) => {
    expect(await judged(drawn(seed))).toMatchObject({ gradable: true, reasons: [], standard: true })
  },
)

describe('a bad photograph is ungradable and says why', () => {
  test.each<[string, FundusOptions, string]>([
    ['very blurred', { blur: 0.012 }, 'blurred'],
    ['very dark', { light: 0.1 }, 'too_dark'],
    ['very bright', { light: 3.6 }, 'too_bright'],
  ])('%s', async (_, options, reason) => {
    const quality = await judged(drawn(3, options))
    expect(quality.gradable).toBe(false)
    expect(quality.reasons).toContain(reason)
    expect(quality.standard).toBe(false)
  })

  test('tiny', async () => {
    const quality = await judged(drawn(3, { width: 110 }))
    expect(quality).toMatchObject({ gradable: false })
    expect(quality.reasons).toContain('too_small')
  })

  test('mostly outside the frame', async () => {
    const { width, height, rgb } = drawn(3)
    const part = Math.round(0.42 * height)
    const cut = { width, height: part, rgb: rgb.subarray(0, 3 * width * part) }
    const quality = await judged(cut)
    expect(quality.reasons).toContain('field_cut')
    expect(quality.gradable).toBe(false)
  })
})

test('the score falls as blur grows, and so does the sharpness', async () => {
  const [clear, soft, dull] = await Promise.all(
    [0.0006, 0.003, 0.008].map((blur) => judged(drawn(4, { blur }))),
  )
  expect(clear?.score).toBeGreaterThan(soft?.score ?? 1)
  expect(soft?.score).toBeGreaterThan(dull?.score ?? 1)
  expect(clear?.sharpness).toBeGreaterThan(soft?.sharpness ?? 1)
  expect(soft?.sharpness).toBeGreaterThan(dull?.sharpness ?? 1)
})

test('size and JPEG compression hardly change the judgement', async () => {
  const whole = await judged(drawn(5, { width: 1800 }))
  const small = await judged(drawn(5))
  const pressed = await judged(await decode(await encodeJpeg(drawn(5), 80)))
  for (const other of [small, pressed]) {
    expect(Math.abs((other.score ?? 0) - (whole.score ?? 1))).toBeLessThan(0.1)
    expect(other.gradable).toBe(true)
  }
})
