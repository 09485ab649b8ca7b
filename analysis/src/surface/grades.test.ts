import { expect, test } from 'vitest'
import { DECISIONS } from './decisions.ts'
import { amountsOf, scoresOf } from './grades.ts'
import { PARTS } from './regions.ts'
import type { Stain, Staining } from './staining.ts'

/** A cornea of 100 px, each of 0.117 mm. */
const CORNEA = { x: 50, y: 50, rx: 50, ry: 50 }
const [WIDTH, MM] = [100, 0.117]
const OPEN = Object.fromEntries(PARTS.map((part) => [part, 1])) as Record<
  (typeof PARTS)[number],
  number
>

const stain = (of: Partial<Stain>): Stain => ({
  map: 'patch',
  pixels: [],
  centre: [50, 50],
  area: 0.1,
  extent: 0.3,
  nearest: 0,
  peaks: 1,
  merged: false,
  mean: 0.9,
  peak: 0.9,
  ...of,
})
const staining = (of: Partial<Staining>): Staining => ({
  patches: [],
  dots: [],
  faint: [],
  hint: 0,
  ...of,
})
/** An arc near the lower rim, `from` and `to` degrees clockwise of the right end. */
const arc = (from: number, to: number) =>
  Array.from({ length: (to - from) * 4 }, (_, i) => from + i / 4).flatMap((degrees) =>
    [44, 46, 48].map((r) => {
      const angle = (degrees * Math.PI) / 180
      return Math.round(50 + r * Math.sin(angle)) * WIDTH + Math.round(50 + r * Math.cos(angle))
    }),
  )

test('a faint arc leaves every quarter open that it runs through, and no zone that its middle falls in', () => {
  const faint = [stain({ pixels: arc(10, 170), centre: [50, 60] })]
  const found = staining({ faint, patches: [stain({ pixels: arc(250, 290), extent: 3 })] })
  const amounts = amountsOf(found, CORNEA, MM, WIDTH)
  expect([...amounts.faint].sort()).toEqual(['inferior', 'left', 'right'])
  expect(scoresOf(found, amounts, OPEN)).toMatchObject({
    central: 0,
    left: null,
    right: null,
    inferior: null,
    superior: 3,
  })
})

test('a spot that the map of dots did not find, or that a clinician drew, stands for one dot', () => {
  const dots = Array.from({ length: 7 }, () => stain({ map: 'patch' }))
  expect(amountsOf(staining({ dots }), CORNEA, MM, WIDTH).whole).toBe(7)
  const found = dots.map((dot): Stain => ({ ...dot, map: 'dots' }))
  const { whole } = amountsOf(staining({ dots: found }), CORNEA, MM, WIDTH)
  expect(whole).toBeCloseTo(7 / DECISIONS.staining.dots_seen)
})
