import type { Grey } from './image.ts'

type Plane = Float32Array<ArrayBuffer>

/**
 * Three running means replace the Gaussian from this width on (Wells 1986). Their cost does not
 * grow with it.
 */
const BROAD = 4

/** Gaussian blur of `sigma` px; the border repeats. */
export function blurred({ width, height, data }: Grey, sigma: number): Grey {
  const out = new Float32Array(data)
  if (sigma < BROAD) {
    const weights = gaussian(sigma)
    weighRows(out, width, height, weights)
    weighColumns(out, width, height, weights)
  } else {
    const reach = Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2))
    averageRows(out, width, height, reach)
    for (let pass = 0; pass < 3; pass++) averageColumns(out, width, height, reach)
  }
  return { width, height, data: out }
}

/** Half of the kernel, the middle first. */
function gaussian(sigma: number): Plane {
  const reach = Math.max(1, Math.ceil(3 * sigma))
  const raw = Array.from({ length: reach + 1 }, (_, i) => Math.exp(-(i ** 2) / (2 * sigma ** 2)))
  const sum = raw.reduce((a, b) => a + 2 * b, -1)
  return Float32Array.from(raw, (value) => value / sum)
}

function weighRows(data: Plane, width: number, height: number, weights: Plane): void {
  const reach = weights.length - 1
  const line = new Float32Array(width + 2 * reach)
  for (let y = 0; y < height; y++) {
    const row = y * width
    line.fill(data[row] ?? 0, 0, reach)
    line.set(data.subarray(row, row + width), reach)
    line.fill(data[row + width - 1] ?? 0, reach + width)
    for (let x = 0; x < width; x++) {
      let value = (weights[0] ?? 0) * (line[x + reach] ?? 0)
      for (let k = 1; k <= reach; k++)
        value += (weights[k] ?? 0) * ((line[x + reach - k] ?? 0) + (line[x + reach + k] ?? 0))
      data[row + x] = value
    }
  }
}

/** The rows around a row, and that row itself, before it is overwritten. */
function weighColumns(data: Plane, width: number, height: number, weights: Plane): void {
  const reach = weights.length - 1
  const before = new Float32Array(data)
  const at = (y: number) => Math.min(height - 1, Math.max(0, y)) * width
  for (let y = 0; y < height; y++) {
    const row = y * width
    scaleRow(data, row, before, weights[0] ?? 0, width)
    let k = 1
    // Two pairs of rows in one pass, and a pair left over alone.
    for (; k < reach; k += 2)
      addRows(
        data.subarray(row, row + width),
        before,
        { above: at(y - k), below: at(y + k), weight: weights[k] ?? 0 },
        { above: at(y - k - 1), below: at(y + k + 1), weight: weights[k + 1] ?? 0 },
      )
    if (k === reach)
      addRows(data.subarray(row, row + width), before, {
        above: at(y - k),
        below: at(y + k),
        weight: weights[k] ?? 0,
      })
  }
}

function scaleRow(out: Plane, row: number, source: Plane, weight: number, width: number): void {
  for (let i = row; i < row + width; i++) out[i] = weight * (source[i] ?? 0)
}

interface Pair {
  above: number
  below: number
  weight: number
}

function addRows(out: Plane, source: Plane, near: Pair, far?: Pair): void {
  const { above, below, weight } = near
  if (!far) {
    for (let x = 0; x < out.length; x++)
      out[x] = (out[x] ?? 0) + weight * ((source[above + x] ?? 0) + (source[below + x] ?? 0))
    return
  }
  const { above: high, below: low, weight: less } = far
  for (let x = 0; x < out.length; x++) {
    const sum = (out[x] ?? 0) + weight * ((source[above + x] ?? 0) + (source[below + x] ?? 0))
    out[x] = Math.fround(sum) + less * ((source[high + x] ?? 0) + (source[low + x] ?? 0))
  }
}

/** Three passes, row by row. */
function averageRows(data: Plane, width: number, height: number, reach: number): void {
  const line = new Float32Array(width + 2 * reach)
  for (let row = 0; row < width * height; row += width)
    for (let pass = 0; pass < 3; pass++) {
      line.fill(data[row] ?? 0, 0, reach)
      line.set(data.subarray(row, row + width), reach)
      line.fill(data[row + width - 1] ?? 0, reach + width)
      slideAlong(data, row, line, width, 2 * reach + 1)
    }
}

function slideAlong(out: Plane, row: number, line: Plane, width: number, count: number): void {
  const scale = 1 / count
  let sum = 0
  for (let k = 0; k < count; k++) sum += line[k] ?? 0
  out[row] = sum * scale
  for (let x = 1; x < width; x++) {
    // One addition depends on the last, not two.
    sum += (line[x + count - 1] ?? 0) - (line[x - 1] ?? 0)
    out[row + x] = sum * scale
  }
}

function averageColumns(data: Plane, width: number, height: number, reach: number): void {
  const before = new Float32Array(data)
  const sums = new Float64Array(width)
  const at = (y: number) => Math.min(height - 1, Math.max(0, y)) * width
  for (let k = -reach; k < reach; k++)
    for (let x = 0, row = at(k); x < width; x++) sums[x] = (sums[x] ?? 0) + (before[row + x] ?? 0)
  for (let y = 0; y < height; y++)
    slideDown(data, y * width, before, at(y + reach), at(y - reach), sums, 2 * reach + 1)
}

function slideDown(
  out: Plane,
  row: number,
  source: Plane,
  next: number,
  last: number,
  sums: Float64Array,
  count: number,
): void {
  const scale = 1 / count
  for (let x = 0; x < sums.length; x++) {
    const sum = (sums[x] ?? 0) + (source[next + x] ?? 0)
    out[row + x] = sum * scale
    sums[x] = sum - (source[last + x] ?? 0)
  }
}

/** Gaussian mean over the pixels inside a mask only. */
export function blurredInside(image: Grey, mask: Grey<Uint8Array>, sigma: number): Grey {
  const { width, height, data } = image
  const share = new Float32Array(mask.data)
  const inside = new Float32Array(data.length)
  for (let i = 0; i < inside.length; i++) inside[i] = mask.data[i] ? (data[i] ?? 0) : 0
  const means = blurred({ width, height, data: inside }, sigma)
  const shares = blurred({ width, height, data: share }, sigma).data
  for (let i = 0; i < share.length; i++)
    means.data[i] = (means.data[i] ?? 0) / Math.max(1e-3, shares[i] ?? 0)
  return means
}

/** Values at the pixels of a mask, ascending. */
export function sortedInside({ data }: Grey, mask: Grey<Uint8Array>): Float32Array {
  const inside = new Float32Array(data.length)
  let count = 0
  for (let i = 0; i < data.length; i++) if (mask.data[i]) inside[count++] = data[i] ?? 0
  return inside.subarray(0, count).sort()
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
