import type { Grey } from './image.ts'

/** From this breadth on three running means stand for the Gaussian (Wells 1986): their cost does not grow with it. */
const BROAD = 4

/** Gaussian blur of `sigma` px; the border repeats. */
export function blurred(image: Grey, sigma: number): Grey {
  const { width, height, data } = image
  const once =
    sigma < BROAD
      ? weighted(gaussian(sigma))
      : thrice(Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2)))
  const turned = transposed(rowsOf(data, width, height, once), width, height)
  return { width, height, data: transposed(rowsOf(turned, height, width, once), height, width) }
}

type Filter = (line: Float32Array) => Float32Array

function rowsOf(data: Float32Array, width: number, height: number, filter: Filter): Float32Array {
  const out = new Float32Array(data.length)
  for (let y = 0; y < height; y++)
    out.set(filter(data.subarray(y * width, (y + 1) * width)), y * width)
  return out
}

function transposed(data: Float32Array, width: number, height: number): Float32Array {
  const out = new Float32Array(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) out[x * height + y] = data[y * width + x] ?? 0
  return out
}

function gaussian(sigma: number): Float32Array {
  const reach = Math.max(1, Math.ceil(3 * sigma))
  const raw = Array.from({ length: 2 * reach + 1 }, (_, i) =>
    Math.exp(-((i - reach) ** 2) / (2 * sigma ** 2)),
  )
  const sum = raw.reduce((a, b) => a + b, 0)
  return Float32Array.from(raw, (value) => value / sum)
}

/** A line with its first and last value repeated `reach` times. */
function extended(line: Float32Array, reach: number): Float32Array {
  const long = new Float32Array(line.length + 2 * reach)
  long.fill(line[0] ?? 0, 0, reach)
  long.set(line, reach)
  long.fill(line[line.length - 1] ?? 0, reach + line.length)
  return long
}

function weighted(weights: Float32Array): Filter {
  return (line) => {
    const long = extended(line, (weights.length - 1) / 2)
    const out = new Float32Array(line.length)
    for (let i = 0; i < out.length; i++) {
      let value = 0
      for (let k = 0; k < weights.length; k++) value += (weights[k] ?? 0) * (long[i + k] ?? 0)
      out[i] = value
    }
    return out
  }
}

function thrice(reach: number): Filter {
  const mean: Filter = (line) => {
    const long = extended(line, reach)
    const out = new Float32Array(line.length)
    let sum = 0
    for (let k = 0; k < 2 * reach; k++) sum += long[k] ?? 0
    for (let i = 0; i < out.length; i++) {
      sum += long[i + 2 * reach] ?? 0
      out[i] = sum / (2 * reach + 1)
      sum -= long[i] ?? 0
    }
    return out
  }
  return (line) => mean(mean(mean(line)))
}

/** Gaussian mean over the pixels inside a mask alone. */
export function blurredInside(image: Grey, mask: Grey<Uint8Array>, sigma: number): Grey {
  const { width, height } = image
  const inside = image.data.map((value, i) => (mask.data[i] ? value : 0))
  const sums = blurred({ width, height, data: inside }, sigma)
  const shares = blurred({ width, height, data: new Float32Array(mask.data) }, sigma)
  const data = sums.data.map((value, i) => value / Math.max(1e-3, shares.data[i] ?? 0))
  return { width, height, data }
}

/** Values at the pixels of a mask, ascending. */
export function sortedInside({ data }: Grey, mask: Grey<Uint8Array>): Float32Array {
  return data.filter((_, i) => mask.data[i]).sort()
}

/** The value below which the share `q` of ascending values lies. */
export function quantile(ascending: Float32Array, q: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(q * ascending.length))] ?? 0
}

/**
 * How much a place looks like a line of `sigma` px: curvature across less curvature along it, in units of the image.
 * Positive on dark lines and, by the second map, on bright ones.
 */
export function lines(image: Grey, sigma: number): { dark: Grey; bright: Grey } {
  const { width, height, data } = blurred(image, sigma)
  const dark = new Float32Array(data.length)
  const bright = new Float32Array(data.length)
  const scale = sigma * sigma
  const at = (i: number) => data[i] ?? 0
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const xx = at(i + 1) - 2 * at(i) + at(i - 1)
      const yy = at(i + width) - 2 * at(i) + at(i - width)
      const xy = (at(i + width + 1) - at(i + width - 1) - at(i - width + 1) + at(i - width - 1)) / 4
      const mean = (xx + yy) / 2
      const half = Math.sqrt(((xx - yy) / 2) ** 2 + xy * xy)
      dark[i] = scale * Math.max(0, mean + half - Math.abs(mean - half))
      bright[i] = scale * Math.max(0, half - mean - Math.abs(mean + half))
    }
  return { dark: { width, height, data: dark }, bright: { width, height, data: bright } }
}
