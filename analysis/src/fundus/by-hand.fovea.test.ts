import { expect, test } from 'vitest'
import type { Masks } from '../analyser.ts'
import type { Grey } from '../image.ts'
import { drawFundus } from '../phantom/index.ts'
import { drawnPredictions } from '../testing/drawn-predictions.ts'
import { rulesFrom, SHARP } from '../testing/measure-options.ts'
import { withDrawn, withoutSureness } from './by-hand.ts'
import { measureFundus } from './measure/index.ts'
import { treeOf } from './measure/tree.ts'
import type { Predictions } from './predictions.ts'

const { image, truth } = drawFundus(5, { width: 800, eye: 'OD', lesions: true })
const seen = drawnPredictions(truth, image)
const tree = treeOf(seen.vessels)
const rules = rulesFrom(1)

/** As an analysis tells it that knows what was drawn. */
const measure = (predictions: Predictions, drawn: Masks = {}, eye?: 'OD' | 'OS') => {
  const options = { scale: null, rules, eye }
  const { measured } = measureFundus(withDrawn(predictions, drawn), tree, SHARP, options)
  return withoutSureness(measured, drawn, eye)
}

/** The px in which a place lies, of a mask that is `width` px wide; none of null. */
function placed(at: readonly [number, number] | null, width: number): Grey<Uint8Array> {
  const height = Math.round((image.height * width) / image.width)
  const data = new Uint8Array(width * height)
  const px = (value: number) => Math.floor(((value + 0.5) * width) / image.width)
  if (at) data[px(at[1]) * width + px(at[0])] = 255
  return { width, height, data }
}

/** As networks see it that take a place half a field above for the fovea, or none. */
const withFovea = (by: number | null): Predictions => {
  const { fovea } = seen.landmarks
  const shift = Math.round((by ?? 0) * truth.diameter) * fovea.width
  const data = fovea.data.map((_, at) => (by === null ? 0 : (fovea.data[at + shift] ?? 0)))
  const landmarks = { ...seen.landmarks, fovea: { ...fovea, data } }
  return { ...seen, landmarks, views: { ...seen.views, landmarks: [landmarks, landmarks] } }
}
const astray = withFovea(0.3)
const blind = withFovea(null)
const perfect = measure(seen)

test.each([
  ['over a wrong one of the machine', astray, 800],
  ['where the machine found none', blind, 800],
  ['on a mask of fewer pixels', astray, 500],
])('a fovea that a clinician sets %s: everything that rests on it follows', (_, shown, width) => {
  const before = measure(shown)
  const after = measure(shown, { fovea: placed(truth.fovea, width) })
  const [x, y] = after.fovea_centre ?? [0, 0]
  expect(Math.hypot(x - truth.fovea[0], y - truth.fovea[1])).toBeLessThan(image.width / width)
  expect(before.macula?.fd_dist_dd).not.toBeCloseTo(perfect.macula?.fd_dist_dd ?? 0, 1)
  expect(after.macula?.fd_dist_dd).toBeCloseTo(perfect.macula?.fd_dist_dd ?? 0, 1)
  expect(Math.abs((after.macula?.angle ?? 90) - (perfect.macula?.angle ?? 0))).toBeLessThan(0.5)
  expect(after.eye).toBe('OD')
  expect(perfect.dr?.macular_oedema).toBe(true)
  expect(before.dr?.macular_oedema).not.toBe(true)
  expect(after.dr?.macular_oedema).toBe(true)
  const nearest = after.lesions?.hard_exudates.fovea_distance_dd
  expect(nearest).toBeCloseTo(perfect.lesions?.hard_exudates.fovea_distance_dd ?? 9, 1)
  expect(before.lesions?.haemorrhages.quadrants).not.toEqual(
    perfect.lesions?.haemorrhages.quadrants,
  )
  expect(after.lesions?.haemorrhages.quadrants).toEqual(perfect.lesions?.haemorrhages.quadrants)
})

test('a fovea that a clinician says is not to be seen is gone, with that reason and all that rests on it', () => {
  const { fovea_centre, macula, dr, lesions, not_measured } = measure(seen, {
    fovea: placed(null, 800),
  })
  expect([fovea_centre, macula, dr?.macular_oedema]).toEqual([null, null, null])
  expect(lesions?.hard_exudates.fovea_distance_dd).toBeNull()
  for (const name of ['fovea_centre', 'macula', 'dr.macular_oedema'])
    expect(not_measured[name]).toBe('fovea_not_seen')
  expect(not_measured['lesions.hard_exudates.fovea_distance_dd']).toBe('fovea_not_seen')
})

test('a fovea that a clinician sets is believed where no machine’s would be: beside the disc, and in a part of a field', () => {
  const near: [number, number] = [truth.disc.x - 2 * truth.disc.rx, truth.disc.y - truth.disc.ry]
  const part: Predictions = { ...seen, field: { ...seen.field, outline: 0 } }
  for (const shown of [seen, part]) {
    const [x, y] = measure(shown, { fovea: placed(near, 800) }).fovea_centre ?? [0, 0]
    expect(Math.hypot(x - near[0], y - near[1])).toBeLessThan(1)
  }
})

test('no figure that rests on it has a confidence of the machine, nor has the eye unless a person stated it', () => {
  const drawn = { fovea: placed(truth.fovea, 800) }
  const { confidence, eye, eye_confidence, not_measured } = measure(seen, drawn)
  const names = Object.keys(confidence)
  const rests = /^(fovea_centre|macula|eye|dr\.macular_oedema|lesions\.hard_exudates)/
  expect(Object.keys(perfect.confidence).filter((name) => rests.test(name)).length).toBeGreaterThan(
    6,
  )
  expect(names.filter((name) => rests.test(name))).toEqual([])
  expect(names).toEqual(expect.arrayContaining(['disc_centre', 'vcdr', 'lesion_bool']))
  expect([eye, eye_confidence, not_measured['eye_confidence']]).toEqual([
    ...['OD', null, 'placed_by_clinician'],
  ])
  const stated = measure(seen, drawn, 'OD')
  expect([stated.eye_confidence, stated.confidence['eye']?.level]).toEqual([1, 1])
})
