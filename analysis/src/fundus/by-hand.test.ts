import { describe, expect, test } from 'vitest'
import type { Masks } from '../analyser.ts'
import type { Grey } from '../image.ts'
import { drawFundus } from '../phantom/index.ts'
import { drawnPredictions } from '../testing/drawn-predictions.ts'
import { insideOf } from '../geometry/outline.ts'
import { MEASURE_OPTIONS, SHARP } from '../testing/measure-options.ts'
import { withoutConfidence } from '../by-hand.ts'
import { restsOn, rulesWith, withDrawn } from './by-hand.ts'
import { measureFundus } from './measure/index.ts'
import { treeOf } from './measure/tree.ts'
import type { Predictions } from './predictions.ts'

const { image, truth } = drawFundus(5, { width: 560, eye: 'OD' })
const found = drawnPredictions(truth, image)
const tree = treeOf(found.vessels)
const { rules } = MEASURE_OPTIONS
const ratio = truth.cup.ry / truth.disc.ry

const measure = (predictions: Predictions) =>
  measureFundus(predictions, tree, SHARP, MEASURE_OPTIONS).measured

interface Oval {
  x: number
  y: number
  rx: number
  ry: number
}

/** A mask as a hand draws it: on or off, `width` px wide. */
function mask({ x, y, rx, ry }: Oval, width = image.width): Grey<Uint8Array> {
  const scale = width / image.width
  const height = Math.round(image.height * scale)
  const data = new Uint8Array(width * height)
  for (let at = 0; at < data.length; at++) {
    const px = ((at % width) + 0.5) / scale - 0.5
    const py = (Math.floor(at / width) + 0.5) / scale - 0.5
    data[at] = Math.hypot((px - x) / rx, (py - y) / ry) <= 1 ? 255 : 0
  }
  return { width, height, data }
}

/** The photograph as networks see it that take the disc for one of half its size, elsewhere. */
const wrong = withDrawn(found, {
  disc: mask({ ...truth.disc, x: truth.disc.x + 12, ry: truth.disc.ry / 2 }),
  cup: mask({ ...truth.cup, ry: truth.cup.ry / 3 }),
})
const blind: Predictions = { ...found, disc: null, views: { ...found.views, disc: [] } }

describe('disc and cup that a clinician draws where they are', () => {
  test.each([
    ['over wrong ones of the machine', wrong, 560],
    ['where the machine found none', blind, 560],
    ['on a map of fewer pixels', wrong, 400],
  ])(
    '%s: give the true ratio within 0.02, and the true disc within a fiftieth',
    (_, seen, width) => {
      const drawn = { disc: mask(truth.disc, width), cup: mask(truth.cup, width) }
      const { vcdr, disc, disc_centre } = measure(withDrawn(seen, drawn))
      expect(Math.abs((vcdr ?? 0) - ratio)).toBeLessThan(0.02)
      expect((disc?.disc.height ?? 0) / (2 * truth.disc.ry)).toBeCloseTo(1, 1.7)
      const [x, y] = disc_centre ?? [0, 0]
      expect(Math.hypot(x - truth.disc.x, y - truth.disc.y)).toBeLessThan(2)
    },
  )

  test('change what is measured from the disc elsewhere', () => {
    const drawn = { disc: mask(truth.disc), cup: mask(truth.cup) }
    const before = measure(wrong)
    const after = measure(withDrawn(wrong, drawn))
    const perfect = measure(found)
    expect(Math.abs((before.vcdr ?? 0) - ratio)).toBeGreaterThan(0.1)
    expect(after.macula?.fd_dist_dd).toBeCloseTo(perfect.macula?.fd_dist_dd ?? 0, 1)
    expect(before.macula?.fd_dist_dd).not.toBeCloseTo(perfect.macula?.fd_dist_dd ?? 0, 1)
  })

  test('have no confidence of the machine', () => {
    const drawn = { disc: mask(truth.disc), cup: mask(truth.cup) }
    const measured = withoutConfidence(measure(withDrawn(wrong, drawn)), restsOn(drawn))
    const names = Object.keys(measured.confidence)
    expect(names.filter((name) => /^(vcdr|disc)/.test(name))).toEqual([])
    expect(names.filter((name) => /^macula.(fd_dist|angle)/.test(name))).toEqual([])
    expect(names).toContain('macula.edge_distance')
    const cupAlone = withoutConfidence(measure(wrong), restsOn({ cup: drawn.cup }))
    expect(Object.keys(cupAlone.confidence)).toContain('disc.disc.height')
    expect(cupAlone.confidence).not.toHaveProperty('vcdr')
  })
})

test('a drawing of the cup begins with the outline that was measured: saved as it is, it gives the same ratio', () => {
  const { vcdr, disc } = measure(found)
  const outline = disc?.cup?.outline ?? []
  const same = measure(withDrawn(found, { cup: insideOf(outline, image) }))
  expect(Math.abs((same.vcdr ?? 0) - (vcdr ?? 1))).toBeLessThan(0.01)
})

test('a cup drawn outside the disc is refused with that reason', () => {
  const cup = mask({ ...truth.cup, x: truth.disc.x + 3 * truth.disc.rx })
  const measured = measure(withDrawn(found, { cup }))
  expect([measured.vcdr, measured.disc?.cup]).toEqual([null, null])
  for (const name of ['vcdr', 'disc.cup', 'glaucoma'])
    expect(measured.not_measured[name]).toBe('cup_outside_disc')
})

test('a disc drawn alone where the machine found none gives no ratio', () => {
  const measured = measure(withDrawn(blind, { disc: mask(truth.disc) }))
  expect(measured.disc?.disc.height).toBeGreaterThan(0)
  expect([measured.vcdr, measured.disc?.cup]).toEqual([null, null])
  expect(measured.not_measured['vcdr']).toBe('no_cup')
})

test('a cup drawn where no disc is known gives nothing', () => {
  const { disc, landmarks, views } = withDrawn(blind, { cup: mask(truth.cup) })
  expect(disc).toBeNull()
  expect([landmarks === blind.landmarks, views === blind.views]).toEqual([true, true])
})

test('an empty drawing of the cup takes the machine’s cup away', () => {
  const none = { ...image, data: new Uint8Array(image.width * image.height) }
  const measured = measure(withDrawn(found, { cup: none }))
  expect(measured.vcdr).toBeNull()
  expect(measured.disc?.disc.height).toBeGreaterThan(0)
})

describe('lesions that a clinician draws', () => {
  const [x, y] = [truth.fovea[0] + 60, truth.fovea[1] + 40]
  const spots = (kind: 'haemorrhages' | 'hard_exudates', masks: Masks) =>
    measureFundus(withDrawn(found, masks), tree, SHARP, {
      scale: null,
      rules: { ...rules, lesions: rulesWith(rules.lesions, masks) },
    }).measured.lesions?.[kind]

  test.each([
    ['one of 12 px', 6],
    ['one as small as a dot', 1.2],
  ])('count each and have their area: %s', (_, r) => {
    const drawn = { haemorrhages: mask({ x, y, rx: r, ry: r }) }
    const lesion = spots('haemorrhages', drawn)
    expect([lesion?.count, lesion?.uncounted]).toEqual([1, 0])
    const [cx = 0, cy = 0] = lesion?.spots[0] ?? []
    expect(Math.hypot(cx - x, cy - y)).toBeLessThan(2)
    if (r > 2) expect(Math.abs((lesion?.area ?? 0) / (Math.PI * r * r) - 1)).toBeLessThan(0.2)
  })

  test('take the place of all that the machine found of their kind, and of no other', () => {
    const none = { ...image, data: new Uint8Array(image.width * image.height) }
    const before = spots('hard_exudates', {})
    expect(spots('haemorrhages', { haemorrhages: none })).toMatchObject({ count: 0, uncounted: 0 })
    expect(spots('hard_exudates', { haemorrhages: none })).toEqual(before)
  })

  test('have no confidence of the machine, nor has the stage that rests on them', () => {
    const names = restsOn({ haemorrhages: mask(truth.cup) })
    expect(names).toEqual(
      expect.arrayContaining(['lesions.haemorrhages', 'lesion_bool', 'dr_grade']),
    )
  })
})
