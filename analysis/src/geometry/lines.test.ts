import { expect, test } from 'vitest'
import { nearLine } from '../phantom/raster.ts'
import { clearOf } from './clear.ts'
import { contourLength } from './contour.ts'
import { lengthsOf } from './lengths.ts'
import { skeletonOf } from './skeleton.ts'

const size = { width: 300, height: 300 }

test.each([0, 10, 22.5, 30, 45, 60, 90])(
  'a line at %s degrees is as long as it was drawn, within 8 percent',
  (angle) => {
    const [dx, dy] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
    const data = new Uint8Array(size.width * size.height)
    const points = [-1, 1].map((side) => [150 + side * 100 * dx, 150 + side * 100 * dy] as const)
    nearLine(points, 2, size, (at) => {
      data[at] = 1
    })
    const lengths = lengthsOf(skeletonOf({ ...size, data }))
    const length = lengths.reduce((sum, length) => sum + length, 0)
    expect(Math.abs(length / 200 - 1)).toBeLessThan(0.08)
  },
)

test.each([8, 20, 60])(
  'the line around a soft disc of %s px is its circumference, within 1 percent',
  (radius) => {
    const data = Float32Array.from({ length: size.width * size.height }, (_, at) => {
      const far = Math.hypot((at % 300) - 149.5, Math.floor(at / 300) - 149.5)
      return Math.min(1, Math.max(0, 0.5 + (radius - far) / 4))
    })
    expect(
      Math.abs(contourLength({ ...size, data }, 0.5) / (2 * Math.PI * radius) - 1),
    ).toBeLessThan(0.01)
  },
)

test('a disc fits where no set pixel lies within its radius, and nowhere else', () => {
  const data = new Uint8Array(size.width * size.height)
  const set = [
    [20, 30],
    [150, 151],
    [299, 0],
  ] as const
  for (const [x, y] of set) data[y * 300 + x] = 1
  const clear = clearOf({ ...size, data }, 17.5).data
  const wrong = [...clear.keys()].filter((at) => {
    const [x, y] = [at % 300, Math.floor(at / 300)]
    const free = set.every(([px, py]) => Math.hypot(px - x, py - y) > 17.5)
    return clear[at] !== Number(free)
  })
  expect(wrong).toEqual([])
})
