import { describe, expect, test } from 'vitest'
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
import { featuresOf } from './features.ts'
import { judge } from './quality.ts'

const { quality: card, close } = await loadModels(MODELS)
await close()

function judged(picture: Picture) {
  const field = findField(picture)
  return judge(featuresOf(picture, field, card.field_diameter_px), field, card)
}
const drawn = (seed: number, options: FundusOptions = {}) =>
  drawFundus(seed, { width: 900, ...options }).image

test.each(NOT_FUNDUS.flatMap((kind) => [1, 2, 3, 4].map((seed) => [kind, seed] as const)))(
  'a picture of %s (%i) is refused as no fundus photograph',
  (kind, seed) => {
    expect(judged(drawNotFundus(seed, kind))).toMatchObject({
      ...{ gradable: false, reasons: ['not_fundus'], score: null, field: null, standard: null },
    })
  },
)

test('a black and a white picture are refused', () => {
  for (const value of [0, 255])
    expect(
      judged({ width: 300, height: 300, rgb: new Uint8Array(270_000).fill(value) }).reasons,
    ).toEqual(['not_fundus'])
})

test.each([1, 2, 3, 4, 5, 6])('drawn photograph %i is gradable and meets the standard', (seed) => {
  expect(judged(drawn(seed))).toMatchObject({ gradable: true, reasons: [], standard: true })
})

describe('a bad photograph is ungradable and says why', () => {
  test.each<[string, FundusOptions, string]>([
    ['very blurred', { blur: 0.012 }, 'blurred'],
    ['very dark', { light: 0.16 }, 'too_dark'],
    ['very bright', { light: 3.6 }, 'too_bright'],
  ])('%s', (_, options, reason) => {
    const quality = judged(drawn(3, options))
    expect(quality.gradable).toBe(false)
    expect(quality.reasons).toContain(reason)
    expect(quality.standard).toBe(false)
  })

  test('tiny', () => {
    const quality = judged(drawn(3, { width: 110 }))
    expect(quality).toMatchObject({ gradable: false })
    expect(quality.reasons).toContain('too_small')
  })

  test('mostly outside the frame', () => {
    const { width, height, rgb } = drawn(3)
    const part = Math.round(0.42 * height)
    const cut = { width, height: part, rgb: rgb.subarray(0, 3 * width * part) }
    expect(judged(cut).reasons).toContain('field_cut')
    expect(judged(cut).gradable).toBe(false)
  })
})

test('the score falls as blur grows, and so does the sharpness', () => {
  const [clear, soft, dull] = [0.0006, 0.003, 0.008].map((blur) => judged(drawn(4, { blur })))
  expect(clear?.score).toBeGreaterThan(soft?.score ?? 1)
  expect(soft?.score).toBeGreaterThan(dull?.score ?? 1)
  expect(clear?.sharpness).toBeGreaterThan(soft?.sharpness ?? 1)
  expect(soft?.sharpness).toBeGreaterThan(dull?.sharpness ?? 1)
})

test('size and JPEG compression hardly change the judgement', async () => {
  const whole = judged(drawn(5, { width: 1800 }))
  const small = judged(drawn(5))
  const pressed = judged(await decode(await encodeJpeg(drawn(5), 80)))
  for (const other of [small, pressed]) {
    expect(Math.abs((other.score ?? 0) - (whole.score ?? 1))).toBeLessThan(0.1)
    expect(other.gradable).toBe(true)
  }
})
