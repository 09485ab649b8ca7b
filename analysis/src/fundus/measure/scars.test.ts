import { expect, test } from 'vitest'
import { drawFundus } from '../../phantom/index.ts'
import { drawnPredictions } from '../../testing/drawn-predictions.ts'
import { MEASURE_OPTIONS as options, SHARP } from '../../testing/measure-options.ts'
import type { Predictions } from '../predictions.ts'
import { measureFundus } from './index.ts'
import { treeOf } from './tree.ts'

const { image, truth } = drawFundus(5, { width: 1000, eye: 'OD', lesions: true })
const predictions = drawnPredictions(truth, { width: image.width, height: image.height })
const measure = (shown: Predictions, how = options) =>
  measureFundus(shown, treeOf(shown.vessels), SHARP, how).measured

test('exudates on a suspected scar do not count, unless drawn by a clinician or, hard ones, near the fovea', () => {
  const everywhere = new Float32Array(predictions.lesions.soft_exudates.data.length).fill(1)
  const scarred = {
    ...predictions,
    scars: { ...predictions.lesions.soft_exudates, data: everywhere },
  }
  const { lesions: there, dr, confidence } = measure(scarred)
  const found = measure(predictions)
  const { lesions } = found
  const all = (kind?: { count: number; uncounted: number | null }) =>
    kind && kind.count + (kind.uncounted ?? 0)
  expect([there?.soft_exudates.count, all(there?.soft_exudates)]).toEqual([
    0,
    all(lesions?.soft_exudates),
  ])
  expect(there?.hard_exudates.count).toBeLessThan(lesions?.hard_exudates.count ?? 0)
  expect(there?.hard_exudates.fovea_distance_dd).toBe(lesions?.hard_exudates.fovea_distance_dd)
  expect([there?.microaneurysms, there?.haemorrhages]).toEqual([
    lesions?.microaneurysms,
    lesions?.haemorrhages,
  ])
  expect([dr?.macular_oedema, dr?.exudates_on_scars]).toEqual([found.dr?.macular_oedema, true])
  expect(found.dr?.exudates_on_scars).toBeUndefined()
  expect(Object.keys(confidence)).not.toContain('lesions.soft_exudates.count')
  const { soft_exudates: rule } = options.rules.lesions
  const drawn = { ...options.rules.lesions, soft_exudates: { ...rule, drawn: true } }
  const byHand = { ...options, rules: { ...options.rules, lesions: drawn } }
  expect(measure(scarred, byHand).lesions?.soft_exudates.count).toBe(
    measure(predictions, byHand).lesions?.soft_exudates.count,
  )
})
