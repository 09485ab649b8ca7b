import { expect, test } from 'vitest'
import type { Field } from '../field.ts'
import { findEye } from './eye.ts'

const field: Field = {
  centre: [500, 500],
  diameter: 1000,
  insideFrame: 1,
  area: 785_398,
  outline: 1,
  astray: 0,
  hidden: 0,
  box: { x: 0, y: 0, width: 1000, height: 1000 },
  chords: [],
}
const mark = (x: number, y: number, peak = 0.9) => ({
  centre: [x, y] as const,
  diameter: 140,
  peak,
})

test.each([
  ['the disc right of a fovea that lies lower: right', mark(750, 480), mark(450, 520), 'OD'],
  ['the disc left of it: left', mark(250, 480), mark(550, 520), 'OS'],
  ['turned by 180 degrees, the fovea lies higher: right', mark(250, 520), mark(550, 470), 'OD'],
  ['on one level: right, as most photographs are upright', mark(750, 500), mark(450, 501), 'OD'],
] as const)('%s', (_, disc, fovea, eye) => {
  const found = findEye({ disc, fovea, field })
  expect(found?.eye).toBe(eye)
  expect(found?.confidence).toBeGreaterThan(0.8)
  expect(found?.confidence).toBeLessThanOrEqual(0.99)
})

test.each([
  ['a fovea that hardly shows', mark(750, 480), mark(450, 520, 0.3)],
  ['a photograph on its side', mark(500, 250), mark(520, 560)],
  ['a pair too far apart', mark(950, 480), mark(100, 560)],
  ['no fovea', mark(750, 480), null],
  ['no disc', null, mark(450, 520)],
] as const)('%s leaves the eye open', (_, disc, fovea) => {
  expect(findEye({ disc, fovea, field })).toBeNull()
})
