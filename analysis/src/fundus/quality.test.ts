import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { findField } from '../field.ts'
import { decode, type Picture } from '../image.ts'
import { randomFrom } from '../random.ts'
import {
  drawFundus,
  drawNotFundus,
  encodeJpeg,
  NOT_FUNDUS,
  type FundusOptions,
} from '../phantom/index.ts'
import { loadModels } from './models.ts'
import { EYE_DATA, eyeData, MODELS, THREADS } from '../testing/files.ts'
import { VIEWS } from '../testing/fundus-views.ts'
import { fileOf } from '../testing/labels.ts'
import { drawOther, OTHERS } from '../testing/other-pictures.ts'
import { assess, sourcesOf } from './assess.ts'
import { scoreOf } from '../certainty/score.ts'

const models = await loadModels(MODELS, THREADS)
afterAll(() => models.close())

const judged = async (picture: Picture) =>
  (await assess(models, sourcesOf(models, picture))).quality
async function shownAs(view: string, picture: Picture): Promise<Picture> {
  const made = await VIEWS[view]?.({ picture, field: findField(picture) }, randomFrom(5))
  if (!made) throw new Error(`no view ${view}`)
  return decode(await made.png({ compressionLevel: 1 }).toBuffer())
}
const drawn = (seed: number, options: FundusOptions = {}) =>
  drawFundus(seed, { width: 900, ...options }).image

test.each(NOT_FUNDUS.flatMap((kind) => [1, 2, 3, 4].map((seed) => [kind, seed] as const)))(
  'a picture of %s (%i) is refused as no fundus photograph',
  async (kind, seed) => {
    expect(await judged(drawNotFundus(seed, kind))).toMatchObject({
      gradable: false,
      reasons: ['not_fundus'],
      score: null,
      field: null,
      standard: null,
    })
  },
)

test.each(OTHERS)('a drawing of %s is refused as no fundus photograph', async (kind) => {
  for (const seed of [501, 502, 503]) {
    const { reasons } = await judged(await decode(await drawOther(kind, seed)))
    expect(reasons, String(seed)).toEqual(['not_fundus'])
  }
})

test.each([
  'square crop',
  'macular crop',
  'grey crop',
  'green crop',
  '30 degrees',
  'green channel',
])('a drawn photograph is let in as %s', async (view) => {
  const { reasons } = await judged(await shownAs(view, drawn(7)))
  expect(reasons).not.toContain('not_fundus')
})

test('a crop without an edge is cut, below the standard, and has no field', async () => {
  const quality = await judged(await shownAs('square crop', drawn(8, { width: 1600 })))
  expect(quality).toMatchObject({ gradable: true, standard: false, field: null })
  expect(quality.reasons).toContain('field_cut')
})

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

test('what fails the standard scores below what meets it, and whatever gets worse scores less', () => {
  const { bounds } = models.quality
  const steps = [0.05, 0.2, 0.39, 0.4, 0.55, 0.69, 0.7, 0.85, 1]
  for (const step of steps)
    for (const other of steps)
      for (const third of [0.3, 0.6, 0.9]) {
        const marks = [step, other, third]
        const score = scoreOf(marks, bounds)
        expect(score >= bounds.standard).toBe(marks.every((mark) => mark >= bounds.standard))
        expect(score >= bounds.gradable).toBe(marks.every((mark) => mark >= bounds.gradable))
        // A worse mark costs points, except where the worst mark lies on a bound.
        const worse = scoreOf([step - 0.005, other, third], bounds)
        const held = [bounds.gradable, bounds.standard].includes(score) && step > Math.min(...marks)
        if (held) expect(worse).toBe(score)
        else expect(worse).toBeLessThan(score)
      }
})

describe.skipIf(!eyeData)('on real photographs (needs EYE_DATA)', () => {
  const scored = async (bytes: Buffer) => judged(await decode(bytes))
  const someOf = async (set: string, every: number) => {
    const folder = join(EYE_DATA, set, 'images')
    const files = (await readdir(folder)).sort().filter((_, at) => at % every === 0)
    return Promise.all(files.map((file) => readFile(join(folder, file))))
  }

  test('every green-channel photograph of IDRiD is let in', async () => {
    const all = await someOf('fundus/idrid-green512', 1)
    expect(all).toHaveLength(34)
    for (const bytes of all) expect((await scored(bytes)).reasons).not.toContain('not_fundus')
  })

  test.each(['drive', 'stare', 'drishti', 'hei-med'])(
    'crops of %s without a dark edge are let in, and so is a part of 30 degrees',
    async (set) => {
      for (const bytes of (await someOf(`fundus/${set}`, 10)).slice(0, 6)) {
        const photograph = await decode(bytes)
        for (const view of ['square crop', 'macular crop', '30 degrees'])
          expect((await judged(await shownAs(view, photograph))).reasons).not.toContain(
            'not_fundus',
          )
      }
    },
  )

  test.each(['octa/octa500-3mm', 'octa/octa500-6mm', 'octa/rossa', 'octa/faz', 'surface/panels'])(
    'pictures of %s are refused',
    async (set) => {
      for (const bytes of await someOf(set, set.startsWith('surface') ? 1 : 20))
        expect((await scored(bytes)).reasons).toEqual(['not_fundus'])
    },
  )

  test.each(['01_h', '02_g', '06_h'])(
    'a blurred, a dark and a small copy of HRF %s each score visibly less',
    async (name) => {
      const bytes = (await fileOf('hrf', 'images', name)) ?? Buffer.alloc(0)
      const { width } = await sharp(bytes).metadata()
      const copy = (of: (from: ReturnType<typeof sharp>) => ReturnType<typeof sharp>) =>
        of(sharp(bytes)).png({ compressionLevel: 1 }).toBuffer().then(scored)
      const original = await scored(bytes)
      const copies = {
        blurred: await copy((image) => image.blur(0.004 * width)),
        dark: await copy((image) => image.linear(0.4, 0)),
        small: await copy((image) => image.resize(224)),
      }
      expect(original.standard).toBe(true)
      for (const [kind, { score, standard }] of Object.entries(copies)) {
        expect(score, kind).toBeLessThan((original.score ?? 0) - 0.15)
        expect(standard, kind).toBe(false)
      }
      expect(copies.blurred.reasons).toEqual(['blurred'])
      expect(copies.dark.reasons).toEqual(['too_dark'])
      expect(copies.small.reasons).toEqual(['too_small'])
    },
  )

  test('EyePACS patients kept from training: rejects score least, good ones most, and none meets the standard', async () => {
    const folder = join(EYE_DATA, 'fundus', 'eyepacs224')
    const labels = (await readFile(join(folder, 'labels.csv'), 'utf8')).trim().split('\n').slice(1)
    const kinds: [number[], number[], number[]] = [[], [], []]
    for (const line of labels) {
      const [name = '', , quality = ''] = line.trim().split(',')
      const kind = quality === '' ? undefined : kinds[Number(quality)]
      if (!kind || Number.parseInt(name, 10) % 4 !== 0) continue
      const { score, standard } = await scored(await readFile(join(folder, 'images', name)))
      kind.push(score ?? 0)
      expect(standard).not.toBe(true)
    }
    const [good, usable, reject] = kinds
    const auc = (worse: number[], better: number[]) =>
      worse.flatMap((a) => better.map((b) => Number(a < b))).reduce((x, y) => x + y) /
      (worse.length * better.length)
    expect(auc(reject, [...usable, ...good])).toBeGreaterThanOrEqual(0.97)
    expect(auc(usable, good)).toBeGreaterThanOrEqual(0.93)
  })
})
