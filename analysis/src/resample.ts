import type { Box } from './image.ts'

type Line = Float32Array<ArrayBuffer>

/** Source pixels for every target pixel along one axis, `count` of them each, and their weights. */
interface Taps {
  count: number
  at: Int32Array
  weights: Float32Array
}

/** Averages the area a target pixel covers when reducing; cubic convolution (a = -0.75) when enlarging. */
function taps(source: number, target: number): Taps {
  const step = source / target
  const reduces = step > 1
  const count = reduces ? Math.ceil(step) + 1 : 4
  const at = new Int32Array(target * count)
  const weights = new Float32Array(target * count)
  for (let i = 0; i < target; i++) {
    const from = reduces ? i * step : (i + 0.5) * step - 0.5
    const start = reduces ? Math.floor(from) : Math.floor(from) - 1
    for (let k = 0; k < count; k++) {
      const place = start + k
      const cover = Math.min(place + 1, from + step) - Math.max(place, from)
      at[i * count + k] = Math.min(source - 1, Math.max(0, place))
      weights[i * count + k] = reduces ? Math.max(0, cover) / step : cubic(from - place)
    }
  }
  return { count, at, weights }
}

function cubic(distance: number): number {
  const x = Math.abs(distance)
  if (x <= 1) return (1.25 * x - 2.25) * x * x + 1
  if (x < 2) return ((-0.75 * x + 3.75) * x - 6) * x + 3
  return 0
}

/** Brings the line of the source that begins at pixel `from` to the target's length. */
type Across = (from: number, line: Line) => void

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
  const row = target.width * channels
  if (target.width === box.width && target.height === box.height) {
    const same = new Float32Array(row * target.height)
    for (let y = 0; y < box.height; y++) {
      const from = ((box.y + y) * width + box.x) * channels
      same.set(source.subarray(from, from + row), y * row)
    }
    return same
  }
  const { count, at, weights } = taps(box.height, target.height)
  const out = new Float32Array(row * target.height)
  const across =
    channels === 3 && source instanceof Uint8Array && target.width < box.width
      ? reducing(source, box.width, target.width)
      : weighing(source, channels, box.width, target.width)
  // The last few lines, each brought to the target's length once.
  const lines = Array.from({ length: count }, () => ({ from: -1, line: new Float32Array(row) }))
  for (let tap = 0; tap < at.length; tap++) {
    const from = at[tap] ?? 0
    const weight = weights[tap] ?? 0
    const held = lines[from % count]
    if (!held || weight === 0) continue
    if (held.from !== from) {
      across((box.y + from) * width + box.x, held.line)
      held.from = from
    }
    add(out, Math.floor(tap / count) * row, held.line, weight)
  }
  return out
}

function add(out: Line, at: number, line: Line, weight: number): void {
  for (let i = 0; i < line.length; i++) out[at + i] = (out[at + i] ?? 0) + weight * (line[i] ?? 0)
}

function weighing(
  source: Uint8Array | Float32Array,
  channels: 1 | 3,
  width: number,
  target: number,
): Across {
  const { count, at, weights } = taps(width, target)
  const wide = new Float32Array(channels * width)
  return (from, line) => {
    wide.set(source.subarray(channels * from, channels * (from + width)))
    for (let c = 0; c < channels; c++)
      for (let x = 0, first = 0; x < target; x++, first += count) {
        let value = 0
        for (let tap = first; tap < first + count; tap++)
          value += (weights[tap] ?? 0) * (wide[channels * (at[tap] ?? 0) + c] ?? 0)
        line[channels * x + c] = value
      }
  }
}

/** RGB bytes to fewer: sums from the left, read where target pixels begin and end, however large the step. */
function reducing(source: Uint8Array, width: number, target: number): Across {
  const sums = new Int32Array(3 * width + 6)
  const step = width / target
  const at = new Int32Array(target + 1)
  const share = new Float64Array(target + 1)
  for (let i = 0; i <= target; i++) {
    const edge = Math.min(width, i * step)
    at[i] = 3 * Math.floor(edge)
    share[i] = edge - Math.floor(edge)
  }
  return (from, line) => {
    sumUp(source, 3 * from, 3 * width, sums)
    differences(sums, at, share, 1 / step, line)
  }
}

/** sums[3 x + c]: channel c of the pixels left of x. */
function sumUp(source: Uint8Array, from: number, length: number, sums: Int32Array): void {
  let [red, green, blue] = [0, 0, 0]
  for (let i = 0; i < length; i += 3) {
    red = (red + (source[from + i] ?? 0)) | 0
    green = (green + (source[from + i + 1] ?? 0)) | 0
    blue = (blue + (source[from + i + 2] ?? 0)) | 0
    sums[i + 3] = red
    sums[i + 4] = green
    sums[i + 5] = blue
  }
}

function differences(
  sums: Int32Array,
  at: Int32Array,
  share: Float64Array,
  scale: number,
  line: Line,
): void {
  let [red, green, blue] = [0, 0, 0]
  for (let i = 1, to = 0; i < at.length; i++, to += 3) {
    const place = at[i] ?? 0
    const part = share[i] ?? 0
    const r = (1 - part) * (sums[place] ?? 0) + part * (sums[place + 3] ?? 0)
    const g = (1 - part) * (sums[place + 1] ?? 0) + part * (sums[place + 4] ?? 0)
    const b = (1 - part) * (sums[place + 2] ?? 0) + part * (sums[place + 5] ?? 0)
    line[to] = scale * (r - red)
    line[to + 1] = scale * (g - green)
    line[to + 2] = scale * (b - blue)
    red = r
    green = g
    blue = b
  }
}
