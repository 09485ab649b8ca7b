import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { fieldMask, findField, inField, type Field } from './field.ts'
import { decode, type Picture } from './image.ts'
import { drawFundus } from './phantom/index.ts'
import { EYE_DATA, eyeData } from './testing/files.ts'

function dice(
  field: Field,
  { width, height }: { width: number; height: number },
  truth: Uint8Array,
) {
  let [both, sum] = [0, 0]
  for (let i = 0; i < truth.length; i++) {
    const found = inField(field, i % width, Math.floor(i / width))
    const real = (truth[i] ?? 0) > 0
    both += Number(found && real)
    sum += Number(found) + Number(real)
  }
  expect(truth.length).toBe(width * height)
  return (2 * both) / sum
}

function cropped({ width, rgb }: Picture, x: number, y: number, w: number, h: number): Picture {
  const out = new Uint8Array(3 * w * h)
  for (let row = 0; row < h; row++)
    out.set(rgb.subarray(3 * ((y + row) * width + x), 3 * ((y + row) * width + x + w)), 3 * row * w)
  return { width: w, height: h, rgb: out }
}

describe('the field of view of a drawn photograph', () => {
  test.each([
    ['as usual', {}],
    ['dark and unevenly lit', { light: 0.3, slope: 0.5 }],
    ['noisy', { noise: 12 }],
    ['with a caption in the corner', { caption: 'DEMO' }],
  ])('%s is found within half a percent', (_, options) => {
    const { image, truth } = drawFundus(5, { width: 900, ...options })
    const field = findField(image)
    expect(field.diameter / truth.diameter).toBeCloseTo(1, 2)
    expect(dice(field, image, truth.field)).toBeGreaterThan(0.995)
    expect(field.insideFrame).toBeGreaterThan(0.99)
    expect(field.outline).toBeGreaterThan(0.9)
  })

  test('cut above and below keeps its circle and says how much is seen', () => {
    const { image, truth } = drawFundus(6, { width: 900 })
    const field = findField(cropped(image, 0, 90, 900, 500))
    expect(field.diameter / truth.diameter).toBeCloseTo(1, 2)
    expect(field.centre[1]).toBeCloseTo(truth.centre[1] - 90, -0.5)
    const visible = truth.field.subarray(90 * 900, 590 * 900).reduce((a, b) => a + b, 0)
    const all = truth.field.reduce((a, b) => a + b, 0)
    expect(field.insideFrame).toBeCloseTo(visible / all, 2)
    expect(field.area / visible).toBeCloseTo(1, 2)
  })

  test.each([
    ['black over a corner', [0, 0, 300, 260], 0],
    ['grey near the middle', [480, 300, 180, 150], 120],
    ['white at the side', [650, 250, 200, 200], 255],
  ] as const)('with a box, %s, says how much of it is hidden', (_, [left, top, w, h], grey) => {
    const { image, truth } = drawFundus(6, { width: 900 })
    const rgb = new Uint8Array(image.rgb)
    let under = 0
    for (let y = top; y < top + h; y++) {
      rgb.fill(grey, 3 * (y * 900 + left), 3 * (y * 900 + left + w))
      under += truth.field.subarray(y * 900 + left, y * 900 + left + w).reduce((a, b) => a + b, 0)
    }
    const share = under / truth.field.reduce((a, b) => a + b, 0)
    const field = findField({ ...image, rgb })
    expect(Math.abs(field.hidden - share)).toBeLessThan(0.02)
    expect(findField(image).hidden).toBe(0)
  })

  test('cut above and below and turned by 7 degrees keeps circle and edges', async () => {
    const { image, truth } = drawFundus(6, { width: 900 })
    const turned = async (rgb: Uint8Array, channels: 1 | 3) => {
      const cut = sharp(rgb, { raw: { width: 900, height: image.height, channels } }).extract({
        left: 0,
        top: 90,
        width: 900,
        height: 500,
      })
      const level = await cut.png().toBuffer()
      const copy = sharp(level).rotate(7, { background: '#000' })
      const { data, info } = await copy.raw().toBuffer({ resolveWithObject: true })
      return { width: info.width, height: info.height, channels: info.channels, data }
    }
    const { width, height, data } = await turned(image.rgb, 3)
    const mask = await turned(
      truth.field.map((inside) => 255 * inside),
      1,
    )
    const inside = Uint8Array.from({ length: width * height }, (_, i) =>
      Number((mask.data[i * mask.channels] ?? 0) > 127),
    )
    const field = findField({ width, height, rgb: data })
    expect(field.chords).toHaveLength(2)
    expect(field.diameter / truth.diameter).toBeCloseTo(1, 2)
    expect(dice(field, { width, height }, inside)).toBeGreaterThan(0.99)
    expect(field.astray).toBeLessThan(0.005)
    const found = fieldMask(field, field.box.width, field.box.height)
    expect(found.data.reduce((a, b) => a + b, 0)).toBe(field.area)
  })

  test('its mask at another scale covers the same share', () => {
    const { image } = drawFundus(7, { width: 900 })
    const field = findField(image)
    const mask = fieldMask(field, 300, 300)
    const share = mask.data.reduce((a, b) => a + b, 0) / 90_000
    expect(share).toBeCloseTo(field.area / (field.box.width * field.box.height), 2)
  })

  test('a picture without a dark surround is all field, and is said to have no outline', () => {
    const field = findField({ width: 300, height: 200, rgb: new Uint8Array(180_000).fill(140) })
    expect(field).toMatchObject({ outline: 0, area: 60_000 })
  })

  test('a shaded drawing, whose circle would lie beside it, is all field', () => {
    const side = 300
    for (let turn = 0; turn < 12; turn++) {
      const [across, down] = [Math.sin(turn), Math.cos(1.7 * turn)]
      const rgb = new Uint8Array(3 * side * side)
      for (let i = 0; i < side * side; i++) {
        const [x, y] = [i % side, Math.floor(i / side)]
        const line = Math.abs(across * y - down * x + 20 * (turn % 7)) < 2 + (turn % 20) ? 0.1 : 1
        const light = (40 + ((37 * turn) % 216)) * (0.3 + (across * x + down * y) / side) * line
        rgb.fill(Math.min(255, Math.max(0, light)), 3 * i, 3 * i + 3)
      }
      const field = findField({ width: side, height: side, rgb })
      expect(field.area, `turn ${turn}`).toBeGreaterThan(0)
      expect(field.box.width * field.box.height).toBeGreaterThan(0)
    }
  })
})

describe.skipIf(!eyeData)('on real photographs (EYE_DATA)', () => {
  test.each(['drive', 'stare', 'hrf'])(
    'the field of %s agrees with its masks: Dice over 0.98',
    async (set) => {
      const folder = join(EYE_DATA, 'fundus', set)
      const masks = await readdir(join(folder, 'fov'))
      for (const name of (await readdir(join(folder, 'images'))).sort().slice(0, 4)) {
        const picture = await decode(await readFile(join(folder, 'images', name)))
        const stem = name.split('.')[0] ?? ''
        const mask =
          masks.find((other) => other.split(/[._](?:mask|png|tif)/)[0] === stem) ?? `${stem}.png`
        const truth = await sharp(join(folder, 'fov', mask))
          .extractChannel(0)
          .threshold(128)
          .raw()
          .toBuffer()
        expect(dice(findField(picture), picture, truth)).toBeGreaterThan(0.98)
      }
    },
  )
})
