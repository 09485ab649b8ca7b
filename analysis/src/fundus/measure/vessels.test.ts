import { describe, expect, test } from 'vitest'
import type { Grey } from '../../image.ts'
import type { Spot } from '../../geometry/circle.ts'
import { drawFundus } from '../../phantom/index.ts'
import { paintVessels } from '../../phantom/raster.ts'
import { boxDimension } from '../../geometry/fractal.ts'
import { measureVessels } from './vessels.ts'

const SIZE = { width: 700, height: 700 }
const EVERYWHERE = { ...SIZE, data: new Uint8Array(490_000).fill(1) }

function drawn(points: Spot[], width: number): Grey<Uint8Array> {
  const segment = { kind: 'vein' as const, width, points, length: 0, tortuosity: 0 }
  return { ...SIZE, data: paintVessels([segment], SIZE).truth }
}

function measured(mask: Grey<Uint8Array>, scale = 1) {
  const measures = measureVessels(mask, EVERYWHERE, 700, scale)
  if (!measures) throw new Error('nothing was measured')
  return measures
}

/** A wave of `high` px around the middle and `long` px length. */
function wave(high: number, long: number) {
  const points: Spot[] = []
  for (let x = 50; x <= 650; x++)
    points.push([x, 350 + high * Math.sin((2 * Math.PI * (x - 50)) / long)])
  let length = 0
  let turned = 0
  for (let i = 1; i < points.length; i++) {
    const [a, b, c] = [points[i - 1], points[i], points[i + 1] ?? points[i]] as [Spot, Spot, Spot]
    length += Math.hypot(b[0] - a[0], b[1] - a[1])
    if (c !== b)
      turned += Math.abs(
        Math.atan2(c[1] - b[1], c[0] - b[0]) - Math.atan2(b[1] - a[1], b[0] - a[0]),
      )
  }
  return { points, length, tortuosity: length / 600 - 1, curvature: turned / length }
}

describe('a drawn vessel is measured as it was drawn', () => {
  const bars = [3, 5, 8, 12].flatMap((width) =>
    [0, 10, 30, 67, 90].map((angle) => [width, angle] as const),
  )
  test.each(bars)(
    'straight, %i px wide, at %i degrees: width and length within 3 %',
    (width, angle) => {
      const [dx, dy] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]
      const mask = drawn(
        [
          [350.3 - 250 * dx, 350.2 - 250 * dy],
          [350.3 + 250 * dx, 350.2 + 250 * dy],
        ],
        width,
      )
      const found = measured(mask)
      expect(Math.abs(found.diameter / width - 1)).toBeLessThan(0.03)
      expect(Math.abs(found.length / 500 - 1)).toBeLessThan(0.03)
      expect(found.tortuosity).toBeLessThan(0.001)
      expect(found.curvature).toBeLessThan(0.002)
      expect(found.segments).toBe(1)
    },
  )

  test.each([
    [20, 160, 4],
    [30, 200, 4],
    [20, 160, 8],
    [30, 200, 8],
  ])(
    'a wave %i px high and %i px long, %i px wide: tortuosity and curvature within 5 %',
    (high, long, width) => {
      const truth = wave(high, long)
      const found = measured(drawn(truth.points, width))
      expect(Math.abs((found.tortuosity ?? 0) / truth.tortuosity - 1)).toBeLessThan(0.05)
      expect(Math.abs((found.curvature ?? 0) / truth.curvature - 1)).toBeLessThan(0.05)
      expect(Math.abs(found.diameter / width - 1)).toBeLessThan(0.05)
    },
  )

  test('lengths follow the scale, and ratios do not', () => {
    const mask = drawn(wave(20, 160).points, 6)
    const [one, three] = [measured(mask), measured(mask, 3)]
    expect(three.diameter).toBeCloseTo(3 * one.diameter)
    expect(three.length).toBeCloseTo(3 * one.length)
    expect(three.curvature).toBeCloseTo((one.curvature ?? 0) / 3)
    expect(three.length_density).toBeCloseTo(one.length_density / 3)
    expect([three.density, three.tortuosity, three.fractal_dimension]).toEqual([
      ...[one.density, one.tortuosity, one.fractal_dimension],
    ])
  })

  test('a ring has a length and no tortuosity', () => {
    const ring = Array.from({ length: 361 }, (_, i): Spot => {
      const angle = (i * Math.PI) / 180
      return [350 + 120 * Math.cos(angle), 350 + 120 * Math.sin(angle)]
    })
    const found = measured(drawn(ring, 6))
    expect(Math.abs(found.length / (240 * Math.PI) - 1)).toBeLessThan(0.01)
    expect(found.tortuosity).toBeNull()
  })

  test('a vessel that leaves the frame is measured up to it', () => {
    const found = measured(
      drawn(
        [
          [-50, 350],
          [750, 350],
        ],
        6,
      ),
    )
    expect(Math.abs(found.length / 700 - 1)).toBeLessThan(0.02)
  })

  test('no vessel: no measures', () => {
    expect(
      measureVessels({ ...SIZE, data: new Uint8Array(490_000) }, EVERYWHERE, 700, 1),
    ).toBeNull()
  })
})

test('density counts the field of view alone', () => {
  const mask = drawn(
    [
      [0, 350],
      [699, 350],
    ],
    10,
  )
  const half = { ...SIZE, data: EVERYWHERE.data.map((_, i) => Number(i % 700 < 350)) }
  const expected = (100 * mask.data.reduce((a, b) => a + b, 0)) / 490_000
  expect(measureVessels(mask, half, 700, 1)?.density).toBeCloseTo(expected, 5)
})

test('box counting finds the dimension of shapes that have a known one', () => {
  const side = 512
  const shape = (inside: (x: number, y: number) => boolean) => ({
    width: side,
    height: side,
    data: Uint8Array.from({ length: side * side }, (_, i) =>
      Number(inside(i % side, Math.floor(i / side))),
    ),
  })
  expect(
    boxDimension(
      shape((_, y) => y === 200),
      4,
      128,
    ),
  ).toBeCloseTo(1, 2)
  expect(
    boxDimension(
      shape(() => true),
      4,
      128,
    ),
  ).toBeCloseTo(2, 2)
  expect(
    boxDimension(
      shape((x, y) => (x & y) === 0),
      4,
      128,
    ),
  ).toBeCloseTo(Math.log2(3), 2)
  expect(
    boxDimension(
      shape(() => false),
      4,
      128,
    ),
  ).toBeNull()
})

test.each([1, 2, 3])(
  'the whole tree of drawn photograph %i is measured as it was drawn',
  (seed) => {
    const { image, truth } = drawFundus(seed, { width: 1400 })
    const size = { width: image.width, height: image.height }
    const field = { ...size, data: truth.field }
    const found = measureVessels({ ...size, data: truth.vessels }, field, truth.diameter, 1)
    const length = truth.segments.reduce((sum, s) => sum + s.length, 0)
    const width = truth.segments.reduce((sum, s) => sum + s.width * s.length, 0) / length
    const long = truth.segments.filter((s) => s.length > 0.03 * truth.diameter)
    const bent =
      long.reduce((sum, s) => sum + s.tortuosity * s.length, 0) /
      long.reduce((sum, s) => sum + s.length, 0)
    // Overlapping vessels share pixels, which makes them shorter and wider.
    expect(Math.abs((found?.diameter ?? 0) / width - 1)).toBeLessThan(0.06)
    expect(Math.abs((found?.length ?? 0) / length - 1)).toBeLessThan(0.12)
    expect(Math.abs((found?.tortuosity ?? 1) - bent)).toBeLessThan(0.005)
    expect(found?.fractal_dimension).toBeGreaterThan(1.3)
    expect(found?.fractal_dimension).toBeLessThan(1.5)
  },
)
