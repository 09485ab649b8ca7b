import { describe, expect, test } from 'vitest'
import { Ledger } from '../../certainty/ledger.ts'
import type { PartMap } from '../../geometry/part.ts'
import { damageOf } from './ddls.ts'
import { byClock, measureDisc, rimOf, shapeOf, vcdrOf } from './disc.ts'
import { areaOf, RAYS } from '../../geometry/outline.ts'

interface Oval {
  x: number
  y: number
  rx: number
  ry: number
}

/** Ellipses in the map of a network of 240 px. The square lies at 1000, 500 of the image and is 600 px broad. */
function drawn(...ovals: Oval[]): PartMap {
  const side = 240
  const data = new Float32Array(side * side)
  for (const { x, y, rx, ry } of ovals)
    for (let i = 0; i < data.length; i++) {
      const far = Math.hypot(((i % side) - x) / rx, (Math.floor(i / side) - y) / ry)
      data[i] = Math.max(data[i] ?? 0, Math.min(1, 0.5 + (1 - far) * Math.min(rx, ry)))
    }
  return {
    width: side,
    height: side,
    data,
    ratio: 0.4,
    box: { x: 1000, y: 500, width: 600, height: 600 },
  }
}

const DISC = { x: 118, y: 125, rx: 70, ry: 80 }
const found = (disc: PartMap, cup: PartMap) => {
  const shape = shapeOf({ disc, cup })
  if (!shape) throw new Error('no disc was found')
  return shape
}
const known = { fieldArea: 4e6, eye: 'OD', scale: null } as const

describe('a drawn disc is measured as it was drawn', () => {
  test.each([0.2, 0.4, 0.6, 0.8])('with a cup %f as high: ratios within 0.01', (ratio) => {
    const cup = { ...DISC, rx: 0.9 * ratio * DISC.rx, ry: ratio * DISC.ry }
    const shape = found(drawn(DISC), drawn(cup))
    const measures = measureDisc(shape, known, 'no_cup', new Ledger())
    expect(Math.abs((vcdrOf(shape) ?? 0) - ratio)).toBeLessThan(0.01)
    expect(Math.abs((measures.hcdr ?? 0) - 0.9 * ratio)).toBeLessThan(0.01)
    expect(Math.abs((measures.odr ?? 0) - 0.9 * ratio * ratio)).toBeLessThan(0.01)
  })

  test('on its side, ratios stay those of the upright disc and nothing is told by the clock', () => {
    const cup = { ...DISC, rx: 0.63 * DISC.rx, ry: 0.7 * DISC.ry }
    const side = ({ x, y, rx, ry }: Oval) => ({ x: y, y: 240 - x, rx: ry, ry: rx })
    const shape = { ...found(drawn(side(DISC)), drawn(side(cup))), tilt: 90 }
    const ledger = new Ledger()
    const measures = measureDisc(shape, known, 'no_cup', ledger)
    expect(Math.abs((vcdrOf(shape) ?? 0) - 0.7)).toBeLessThan(0.01)
    expect(Math.abs((measures.hcdr ?? 0) - 0.63)).toBeLessThan(0.01)
    expect([measures.rim, measures.isnt, measures.ddls]).toEqual([null, null, null])
    expect(ledger.not_measured['disc.rim']).toBe('turned')
  })

  test('its place, height and area come in px of the image, within 1 %', () => {
    const shape = found(drawn(DISC), drawn())
    const { disc } = measureDisc(shape, known, 'no_cup', new Ledger())
    expect(disc.height / (2 * 80 * 2.5)).toBeCloseTo(1, 2)
    expect(disc.width / (2 * 70 * 2.5)).toBeCloseTo(1, 2)
    expect(disc.area / (Math.PI * 70 * 80 * 2.5 ** 2)).toBeCloseTo(1, 2)
    expect(disc.percent).toBeCloseTo((100 * disc.area) / 4e6)
    expect(disc.outline).toHaveLength(RAYS)
    expect(areaOf(disc.outline) / disc.area).toBeCloseTo(1, 3)
    expect(shape.centre[0]).toBeCloseTo(1000 + 118.5 * 2.5 - 0.5, 0)
    expect(shape.centre[1]).toBeCloseTo(500 + 125.5 * 2.5 - 0.5, 0)
  })

  test('specks beside it and a cup beyond its edge change nothing', () => {
    const cup = { ...DISC, x: 160, rx: 40, ry: 40 }
    const clean = found(drawn(DISC), drawn(cup))
    const specks = found(drawn(DISC, { x: 20, y: 20, rx: 8, ry: 8 }), drawn(cup))
    expect(specks).toEqual(clean)
    expect(Math.min(...(rimOf(clean) ?? []))).toBeLessThan(0.02)
    const measures = measureDisc(clean, known, 'no_cup', new Ledger())
    expect(measures.cup?.area).toBeLessThan(0.9 * Math.PI * 40 * 40 * 2.5 ** 2)
  })

  test('without a cup there is no ratio, and the reason is told', () => {
    const ledger = new Ledger()
    const measures = measureDisc(found(drawn(DISC), drawn()), known, 'no_cup', ledger)
    expect([measures.cup, measures.odr, measures.rim, measures.ddls]).toEqual([
      ...[null, null, null, null],
    ])
    expect(ledger.not_measured['disc.odr']).toBe('no_cup')
  })
})

test('a cup low in the disc leaves the thinnest rim at six o’clock', () => {
  const shape = found(drawn(DISC), drawn({ ...DISC, y: 140, rx: 40, ry: 55 }))
  const clock = byClock(rimOf(shape) ?? [])
  expect(clock).toHaveLength(12)
  expect(clock.indexOf(Math.min(...clock))).toBe(6)
  expect(clock.indexOf(Math.max(...clock))).toBe(0)
  const { ddls } = measureDisc(shape, known, 'no_cup', new Ledger())
  expect(ddls).toMatchObject({ clock_hour: 6, size: 'average', size_assumed: true })
  expect(ddls?.thinnest_rim).toBeCloseTo((80 - 70) / 160, 1)
})

test('the rim of a right eye that is broadest below, then above, then towards the nose keeps the order', () => {
  const cup = { x: 112, y: 120, rx: 45, ry: 50 }
  const shape = found(drawn(DISC), drawn(cup))
  const of = (eye: 'OD' | 'OS') =>
    measureDisc(shape, { ...known, eye }, 'no_cup', new Ledger()).isnt
  expect(of('OD')).toBe(false)
  const round = found(drawn(DISC), drawn({ x: 116, y: 121, rx: 52, ry: 45 }))
  const order = (eye: 'OD' | 'OS') =>
    measureDisc(round, { ...known, eye }, 'no_cup', new Ledger()).isnt
  expect([order('OD'), order('OS')]).toEqual([true, false])
})

test.each([
  [0.45, 0, null, 1, 'average'],
  [0.35, 0, null, 2, 'average'],
  [0.05, 0, null, 5, 'average'],
  [0.3, 40, null, 6, 'average'],
  [0.3, 100, null, 8, 'average'],
  [0.3, 300, null, 10, 'average'],
  [0.45, 0, 1.3, 2, 'small'],
  [0.05, 0, 1.3, 6, 'small'],
  [0.3, 200, 1.3, 10, 'small'],
  [0.35, 0, 2.2, 1, 'large'],
  [0.05, 0, 2.2, 4, 'large'],
  [0.3, 300, 2.2, 9, 'large'],
] as const)(
  'disc damage: rim %f, none over %i degrees, diameter %s mm: stage %i (%s)',
  (least, bare, diameter, stage, size) => {
    const rim = Array.from({ length: RAYS }, (_, ray) => (ray < bare / 5 ? 0 : least))
    expect(damageOf(rim, diameter)).toMatchObject({
      stage,
      size,
      size_assumed: diameter === null,
    })
  },
)
