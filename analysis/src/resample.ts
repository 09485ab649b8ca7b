import type { Box } from './image.ts'

/** Weights of the source pixels for every target pixel along one axis. */
interface Taps {
  first: Int32Array
  count: number
  weights: Float32Array
}

/** Averages the area a target pixel covers when reducing; cubic convolution (a = -0.75) when enlarging. */
function taps(source: number, target: number): Taps {
  const step = source / target
  const count = step > 1 ? Math.ceil(step) + 1 : 4
  const first = new Int32Array(target)
  const weights = new Float32Array(target * count)
  for (let i = 0; i < target; i++) {
    const from = step > 1 ? i * step : (i + 0.5) * step - 0.5
    const start = step > 1 ? Math.floor(from) : Math.floor(from) - 1
    first[i] = start
    for (let k = 0; k < count; k++) {
      const cover = Math.min(start + k + 1, from + step) - Math.max(start + k, from)
      weights[i * count + k] = step > 1 ? Math.max(0, cover) / step : cubic(from - start - k)
    }
  }
  return { first, count, weights }
}

function cubic(distance: number): number {
  const x = Math.abs(distance)
  if (x <= 1) return (1.25 * x - 2.25) * x * x + 1
  if (x < 2) return ((-0.75 * x + 3.75) * x - 6) * x + 3
  return 0
}

/**
 * The part `box` of an interleaved image, resized: `channels` values a pixel, in the source's own range.
 * Pixels beyond the box repeat its edge. `width` is the source's row length, px.
 */
export function resample(
  source: Uint8Array | Float32Array,
  width: number,
  channels: 1 | 3,
  box: Box,
  target: { width: number; height: number },
): Float32Array<ArrayBuffer> {
  const across = taps(box.width, target.width)
  const down = taps(box.height, target.height)
  const row = target.width * channels
  const out = new Float32Array(row * target.height)
  const rows = new Map<number, Float32Array>()
  for (let y = 0; y < target.height; y++) {
    const start = down.first[y] ?? 0
    for (const known of rows.keys()) if (known < start) rows.delete(known)
    for (let k = 0; k < down.count; k++) {
      const weight = down.weights[y * down.count + k] ?? 0
      if (weight === 0) continue
      let line = rows.get(start + k)
      if (!line) {
        const sourceRow = Math.min(box.height - 1, Math.max(0, start + k)) + box.y
        line = resampleRow(source, sourceRow * width + box.x, channels, box.width, across)
        rows.set(start + k, line)
      }
      addRow(out, y * row, line, weight)
    }
  }
  return out
}

function addRow(out: Float32Array, at: number, line: Float32Array, weight: number): void {
  for (let i = 0; i < line.length; i++) out[at + i] = (out[at + i] ?? 0) + weight * (line[i] ?? 0)
}

function resampleRow(
  source: Uint8Array | Float32Array,
  offset: number,
  channels: number,
  width: number,
  { first, count, weights }: Taps,
): Float32Array {
  const line = new Float32Array(first.length * channels)
  for (let x = 0; x < first.length; x++) {
    const start = first[x] ?? 0
    let one = 0
    let two = 0
    let three = 0
    for (let k = 0; k < count; k++) {
      const weight = weights[x * count + k] ?? 0
      const from = (offset + Math.min(width - 1, Math.max(0, start + k))) * channels
      one += weight * (source[from] ?? 0)
      if (channels === 1) continue
      two += weight * (source[from + 1] ?? 0)
      three += weight * (source[from + 2] ?? 0)
    }
    line[x * channels] = one
    if (channels === 1) continue
    line[3 * x + 1] = two
    line[3 * x + 2] = three
  }
  return line
}
