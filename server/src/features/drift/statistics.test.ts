import { expect, test } from 'vitest'
import { medianOf, sameDistribution, sameShare, stabilityIndex } from './statistics.ts'

const sample = (values: readonly number[], own = values.length) => ({ values, own })
const upTo = (n: number) => Array.from({ length: n }, (_, at) => at + 1)

test('the index is zero of a sample against itself, and what is worked out by hand of a shift', () => {
  expect(stabilityIndex(sample(upTo(100)), sample(upTo(100))).index).toBeCloseTo(0, 12)
  // All ten of the new are in the first tenth: shares of 10.5/15 there and 0.5/15 elsewhere, of 10.5/105 before.
  const { index, chance } = stabilityIndex(sample(upTo(100)), sample(upTo(10)))
  const byHand = (0.7 - 0.1) * Math.log(7) + 9 * (1 / 30 - 0.1) * Math.log(1 / 3)
  expect(index).toBeCloseTo(byHand, 12)
  expect(chance).toBeCloseTo(9 * (1 / 100 + 1 / 10), 12)
})

test('an empty bin and a baseline of one value are no fault', () => {
  expect(stabilityIndex(sample([1, 1, 1, 1]), sample([1, 1])).index).toBeLessThan(0.1)
  expect(stabilityIndex(sample(upTo(20)), sample([99])).index).toBeGreaterThan(0.1)
})

test('the chance of a distance is that of the published table', () => {
  // Distance 0.5 of two samples of 32: lambda (4 + 0.12 + 0.11 / 4) * 0.5 = 2.07375.
  const [a, b] = [upTo(32), upTo(32).map((value) => value + 16)]
  expect(sameDistribution(sample(a), sample(b))).toBeCloseTo(2 * Math.exp(-2 * 2.07375 ** 2), 9)
  expect(sameDistribution(sample(a), sample(a))).toBe(1)
  // Photographs that stand for fewer of their own say less.
  expect(sameDistribution(sample(a, 8), sample(b, 8))).toBeGreaterThan(0.1)
})

test('the chance of shares is that of the tea of Fisher', () => {
  const [three, one] = [
    { hits: 3, n: 4, own: 4 },
    { hits: 1, n: 4, own: 4 },
  ]
  expect(sameShare(three, one)).toBeCloseTo(34 / 70, 9)
  expect(sameShare({ hits: 4, n: 4, own: 4 }, { hits: 0, n: 4, own: 4 })).toBeCloseTo(2 / 70, 9)
  expect(sameShare({ hits: 0, n: 9, own: 9 }, { hits: 0, n: 5, own: 5 })).toBeCloseTo(1, 9)
  expect(sameShare({ hits: 8, n: 8, own: 4 }, { hits: 0, n: 8, own: 4 })).toBeCloseTo(2 / 70, 9)
})

test('the middle value of none is zero', () => {
  expect([medianOf([]), medianOf([3]), medianOf([4, 1]), medianOf([9, 1, 2])]).toEqual([
    0, 3, 2.5, 2,
  ])
})
