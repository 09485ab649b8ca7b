import { expect, test } from 'vitest'
import { kappaOf } from './shares.ts'

const many = (n: number, one: number, other: number) =>
  Array.from({ length: n }, () => [one, other] as const)

/**
 * By hand: 12 of (0, 0), 4 of (0, 2), 4 of (2, 2). Weights are 1, and 3/4 two stages apart (1 - 2²/4²). Observed:
 * (16 + 4 × 3/4) / 20 = 0.95. Shares 0.8 and 0.2 of one, 0.6 and 0.4 of the other: 0.48 + 0.08 + 0.44 × 3/4 = 0.89.
 * Kappa: 0.06 / 0.11 = 0.545.
 */
test('kappa of a table is what is worked out by hand', () => {
  expect(kappaOf([...many(12, 0, 0), ...many(4, 0, 2), ...many(4, 2, 2)], 5)?.value).toBe(0.545)
})

/**
 * Two kinds, where the quadratic weights are those of no weights: 20 (0, 0), 5 (0, 1), 10 (1, 0), 15 (1, 1). Observed 0.7,
 * expected 0.5, kappa 0.4. The variance of Fleiss, Cohen and Everitt: (A + B - C) / (n (1 - 0.5)²), with
 * A = 0.4 × (1 - 1.1 × 0.6)² + 0.3 × (1 - 0.9 × 0.6)² = 0.10972, B = 0.36 × (0.1 × 1.1² + 0.2 × 0.9²) = 0.10188,
 * C = (0.4 - 0.5 × 0.6)² = 0.01. So 0.2016 / 12.5 = 0.016128, its root 0.127, and 0.4 ± 0.249.
 */
test('its interval is the one of large samples', () => {
  const pairs = [...many(20, 0, 0), ...many(5, 0, 1), ...many(10, 1, 0), ...many(15, 1, 1)]
  expect(kappaOf(pairs, 2)).toEqual({ value: 0.4, interval95: [0.151, 0.649] })
})

test('a further difference of stages weighs more than a near one', () => {
  const near = kappaOf([...many(10, 0, 0), ...many(10, 4, 4), ...many(2, 0, 1)], 5)
  const far = kappaOf([...many(10, 0, 0), ...many(10, 4, 4), ...many(2, 0, 4)], 5)
  expect(near?.value).toBeGreaterThan(far?.value ?? 1)
})

test('nothing is told of readers who always say one thing, and of no case', () => {
  expect(kappaOf(many(30, 0, 0), 5)).toBe(null)
  expect(kappaOf([], 5)).toBe(null)
})
