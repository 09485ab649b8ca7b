import { describe, expect, test } from 'vitest'
import type { PartMap } from '../geometry/part.ts'
import { lowered, meanWidth, shiftOf } from './vessel-cut.ts'

const SIDE = 400
const RULE = { blur: 0.0005, from: 0.01, to: 0.02, shift: 0.6 }

/** Upright bars of a width, px, in a square field. */
function bars(width: number, ratio = 1): PartMap {
  const data = new Float32Array(SIDE * SIDE)
  for (let y = 5; y < SIDE - 5; y++)
    for (let left = 20; left < SIDE - 30; left += 40)
      data.fill(0.9, y * SIDE + left, y * SIDE + left + width)
  return {
    width: SIDE,
    height: SIDE,
    data,
    box: { x: 0, y: 0, width: SIDE / ratio, height: SIDE / ratio },
    ratio,
  }
}

describe('the cut of the vessels', () => {
  test('the mean width of bars is their width', () => {
    for (const width of [3, 6, 12]) expect(meanWidth(bars(width))).toBeCloseTo(width, 0)
    expect(meanWidth({ ...bars(3), data: new Float32Array(SIDE * SIDE) })).toBe(0)
  })

  test('stays for thin vessels, rises with broad ones, and no further than the rule allows', () => {
    const shifts = [2, 6, 20].map((width) => shiftOf(bars(width), SIDE, RULE))
    expect(shifts[0]).toBe(0)
    expect(shifts[1]).toBeGreaterThan(0.1)
    expect(shifts[1]).toBeLessThan(0.5)
    expect(shifts[2]).toBe(0.6)
  })

  test('vessels that are broad by enlargement alone do not raise it as much', () => {
    expect(shiftOf(bars(6, 4), SIDE, RULE)).toBeLessThan(shiftOf(bars(6), SIDE, RULE))
  })

  test('a vessel as likely as the cut becomes one half, and arteries keep their share', () => {
    const vessel = bars(6)
    const half = { ...vessel, data: vessel.data.map((p) => p / 2) }
    const maps = { vessel, artery: half, vein: half, inside: { ...vessel, data: new Uint8Array() } }
    const shift = Math.log(0.9 / 0.1)
    const after = lowered(maps, shift)
    const most = (map: PartMap) => map.data.reduce((one, other) => Math.max(one, other), 0)
    expect(most(after.vessel)).toBeCloseTo(0.5, 5)
    expect(most(after.artery)).toBeCloseTo(0.25, 5)
    expect(lowered(maps, 0)).toBe(maps)
  })
})
