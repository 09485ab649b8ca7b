import { expect, test } from 'vitest'
import { drawFundus } from '../../phantom/index.ts'
import { drawnPredictions } from '../../testing/drawn-predictions.ts'
import { MEASURE_OPTIONS as options, SHARP as quality } from '../../testing/measure-options.ts'
import { measureFundus } from './index.ts'
import { treeOf } from './tree.ts'

const { image, truth } = drawFundus(5, { width: 1000, eye: 'OD' })
const predictions = drawnPredictions(truth, { width: image.width, height: image.height })
const tree = treeOf(predictions.vessels)
const measure = (...known: Parameters<typeof measureFundus>) => measureFundus(...known).measured
const found = measure(predictions, tree, quality, options)
/** From the disc to the fovea, px. */
const apart = Math.hypot(truth.disc.x - truth.fovea[0], truth.disc.y - truth.fovea[1])

test('a known scale makes the disc a large one', () => {
  const scale = { mm_per_px: 5.45 / apart, source: 'stated' as const }
  const result = measure(predictions, tree, quality, { ...options, scale })
  expect(result.disc?.ddls).toMatchObject({ size: 'large', size_assumed: false })
  expect(result.scale).toEqual(scale)
})

test('a scale that puts the fovea where none lies is not used, and no disc is told small or large by it', () => {
  for (const mm of [2, 3.8, 5.7, 6]) {
    const scale = { mm_per_px: mm / apart, source: 'dicom' as const }
    const result = measure(predictions, tree, quality, { ...options, scale })
    expect([result.scale, result.not_measured['scale']], String(mm)).toEqual([
      ...[null, 'scale_doubtful'],
    ])
    expect(result.disc?.ddls?.size_assumed).toBe(true)
    expect(result.glaucoma).toEqual(found.glaucoma)
  }
})

test('a scale by which the disc would be no disc is not used', () => {
  const scale = { mm_per_px: 12 / (2 * truth.disc.ry), source: 'stated' as const }
  const result = measure(predictions, tree, quality, { ...options, scale })
  expect(result.disc?.ddls).toMatchObject({ size_assumed: true })
  expect([result.scale, result.not_measured['scale']]).toEqual([null, 'scale_doubtful'])
})

test('a field so wide that disc and fovea lie near each other in it is named, and nothing is judged of it', () => {
  const wide = (times: number) => {
    const { field } = predictions
    const wider = { ...predictions, field: { ...field, diameter: times * field.diameter } }
    return measureFundus(wider, tree, quality, options)
  }
  expect(wide(1.1).quality.reasons).not.toContain('wide_field')
  const { quality: judged, measured, spots } = wide(2)
  expect(judged).toMatchObject({ gradable: false, standard: false, reasons: ['wide_field'] })
  const { dr_grade, vcdr, vessel, lesions, glaucoma, not_measured } = measured
  expect([dr_grade, vcdr, vessel, lesions, glaucoma, spots]).toEqual(Array(6).fill(null))
  expect(not_measured['dr_grade']).toBe('wide_field')
})
