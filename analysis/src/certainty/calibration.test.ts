import { expect, test } from 'vitest'
import { calibrated } from './calibration.ts'

const row = (predicted: number, observed: number, n: number) => ({
  label: 'lesion',
  predicted,
  observed,
  n,
})

test('a probability is told as often as it came true among many cases, by straight lines between', () => {
  const chance = calibrated([row(0.9, 0.5, 1e6), row(0.1, 0.1, 1e6)])
  expect(chance(0.9)).toBeCloseTo(0.5, 4)
  expect(chance(0.5)).toBeCloseTo(0.3, 4)
  expect([chance(0), chance(1)]).toEqual([chance(0.1), chance(0.9)])
})

test('few cases promise little', () => {
  const chance = calibrated([row(0.05, 0, 8), row(0.95, 1, 8)])
  expect([chance(0.05), chance(0.95)]).toEqual([0.1, 0.9])
})

test('a higher probability is never told as a lower one', () => {
  const chance = calibrated([row(0.1, 0.2, 98), row(0.3, 0, 98), row(0.6, 0.5, 98)])
  const chances = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6].map(chance)
  expect(chances).toEqual(chances.toSorted((a, b) => a - b))
  expect(chances[0]).toBeCloseTo((0.2 * 98 + 2) / 200, 6)
})

test('without a curve a probability stands as it is', () => {
  expect(calibrated([])(0.7)).toBe(0.7)
})
