import { expect, test } from 'vitest'
import { resample } from './resample.ts'

const SIZE = { width: 400, height: 300 }
const spot = Float32Array.from(
  { length: 120_000 },
  (_, i) => 255 * Math.exp(-(((i % 400) - 210) ** 2 + (Math.floor(i / 400) - 140) ** 2) / 200),
)

function middle(data: Float32Array, width: number): [number, number] {
  let [sum, x, y] = [0, 0, 0]
  for (const [i, value] of data.entries()) {
    sum += value
    x += value * (i % width)
    y += value * Math.floor(i / width)
  }
  return [x / sum, y / sum]
}

test.each([0.3, 0.75, 1, 1.34, 3.5])('a picture resized by %f stays where it is', (ratio) => {
  const target = { width: Math.round(400 * ratio), height: Math.round(300 * ratio) }
  const out = resample(spot, SIZE.width, 1, { x: 0, y: 0, ...SIZE }, target)
  const [x, y] = middle(out, target.width)
  expect(x).toBeCloseTo(210.5 * (target.width / 400) - 0.5, 1)
  expect(y).toBeCloseTo(140.5 * (target.height / 300) - 0.5, 1)
})

test('a part of a picture keeps its colours and its mean', () => {
  const rgb = Uint8Array.from({ length: 3 * 100 * 80 }, (_, i) => [200, 90, 30][i % 3] ?? 0)
  const out = resample(
    rgb,
    100,
    3,
    { x: 13, y: 7, width: 51, height: 40 },
    { width: 20, height: 90 },
  )
  for (const [i, value] of out.entries()) expect(value).toBeCloseTo([200, 90, 30][i % 3] ?? 0, 3)
})
