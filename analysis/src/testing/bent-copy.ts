import type { Transform } from '@mingmou/contract'
import type { Picture } from '../image.ts'
import { randomFrom } from '../random.ts'

interface Size {
  width: number
  height: number
}

/** A place of a copy in its picture: turned, larger or smaller, moved, cropped, and bent like a curved retina. */
export function bentBy(seed: number, { width, height }: Size): { to: Transform; size: Size } {
  const random = randomFrom(seed)
  const between = (low: number, high: number) => low + (high - low) * random()
  const size = {
    width: Math.round(width * between(0.85, 1)),
    height: Math.round(height * between(0.85, 1)),
  }
  const [scale, angle] = [between(0.8, 1.15), between(-0.2, 0.2)]
  const across = scale * size.width * Math.cos(angle)
  const down = scale * size.width * Math.sin(angle)
  const bend = () => between(-0.02, 0.02) * width
  const x = [width / 2 + between(-0.08, 0.08) * width, across, -down, bend(), bend(), bend()]
  const y = [height / 2 + between(-0.06, 0.06) * height, down, across, bend(), bend(), bend()]
  return { to: { x, y }, size }
}

/** `channels` values a pixel, linear between the pixels of the source; 0 outside it. */
export function copied(
  { width, height, data }: Size & { data: Uint8Array },
  channels: number,
  { to, size }: ReturnType<typeof bentBy>,
  light = 1,
): Uint8Array {
  const out = new Uint8Array(size.width * size.height * channels)
  const at = (x: number, y: number, c: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : (data[(y * width + x) * channels + c] ?? 0)
  const along = (factors: readonly number[], u: number, v: number) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = factors
    return a + b * u + c * v + d * u * u + e * u * v + f * v * v
  }
  for (let py = 0; py < size.height; py++)
    for (let px = 0; px < size.width; px++) {
      const [u, v] = [(px - size.width / 2) / size.width, (py - size.height / 2) / size.width]
      const [x, y] = [along(to.x, u, v), along(to.y, u, v)]
      const [left, top] = [Math.floor(x), Math.floor(y)]
      const [dx, dy] = [x - left, y - top]
      for (let c = 0; c < channels; c++) {
        const above = at(left, top, c) * (1 - dx) + at(left + 1, top, c) * dx
        const below = at(left, top + 1, c) * (1 - dx) + at(left + 1, top + 1, c) * dx
        out[(py * size.width + px) * channels + c] = Math.min(
          255,
          light * (above * (1 - dy) + below * dy),
        )
      }
    }
  return out
}

export const copyOf = (
  picture: Picture,
  bent: ReturnType<typeof bentBy>,
  light: number,
): Picture => ({
  ...bent.size,
  rgb: copied({ ...picture, data: picture.rgb }, 3, bent, light),
})

/** The grey map as a mirror shows it. */
export const mirrorOf = ({ width, height, data }: Size & { data: Uint8Array }) => ({
  width,
  height,
  data: data.map((_, i) => data[i - (i % width) + width - 1 - (i % width)] ?? 0),
})
