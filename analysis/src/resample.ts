import type { Box } from './image.ts'

type Line = Float32Array<ArrayBuffer>

interface Size {
  width: number
  height: number
}

/** The `count` source pixels and their weights, for each target pixel along one axis. */
interface Taps {
  count: number
  at: Int32Array
  weights: Float32Array
}

/** Reducing averages the area of a target pixel. Enlarging uses cubic convolution (a = -0.75). */
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

/** Takes a row of the resized image, which is gone after the call. */
type TakeRow = (row: Line, y: number) => void

/**
 * The part `box` of an interleaved image, resized: `channels` values a pixel, in the source's own range.
 * Pixels beyond the box repeat its edge. `width` is the source's row length, px.
 */
export function resample(
  source: Uint8Array | Float32Array,
  width: number,
  channels: 1 | 3,
  box: Box,
  target: Size,
): Line {
  const out = new Float32Array(channels * target.width * target.height)
  resampleRows(source, width, channels, box, target, (row, y) => out.set(row, y * row.length))
  return out
}

/** The same, row by row: what is laid out in another way needs no whole copy of it before. */
export function resampleRows(
  source: Uint8Array | Float32Array,
  width: number,
  channels: 1 | 3,
  box: Box,
  target: Size,
  take: TakeRow,
): void {
  const reduces = target.width < box.width && target.height < box.height
  if (reduces && channels === 3 && source instanceof Uint8Array)
    reduced(source, width, box, target, take)
  else weighed(source, width, channels, box, target, take)
}

function weighed(
  source: Uint8Array | Float32Array,
  width: number,
  channels: 1 | 3,
  box: Box,
  target: Size,
  take: TakeRow,
): void {
  const into = new Float32Array(target.width * channels)
  if (target.width === box.width && target.height === box.height) {
    for (let y = 0; y < box.height; y++) {
      const from = ((box.y + y) * width + box.x) * channels
      into.set(source.subarray(from, from + into.length))
      take(into, y)
    }
    return
  }
  const { count, at, weights } = taps(box.height, target.height)
  const across = taps(box.width, target.width)
  const wide = new Float32Array(channels * box.width)
  // The last few lines, each resized to the target's length once.
  const lines = Array.from({ length: count }, () => ({
    from: -1,
    line: new Float32Array(into.length),
  }))
  for (let to = 0, tap = 0; to < target.height; to++) {
    const parts: Part[] = []
    for (const end = tap + count; tap < end; tap++) {
      const from = at[tap] ?? 0
      const weight = weights[tap] ?? 0
      const held = lines[from % count]
      if (!held || weight === 0) continue
      if (held.from !== from) {
        const first = ((box.y + from) * width + box.x) * channels
        wide.set(source.subarray(first, first + wide.length))
        if (channels === 3) weighColours(wide, across, held.line)
        else weigh(wide, across, held.line)
        held.from = from
      }
      parts.push({ line: held.line, weight })
    }
    const [one, two, three, four] = parts
    if (one && two && three && four && parts.length === 4) addFour(into, one, two, three, four)
    else {
      into.fill(0)
      for (const part of parts) add(into, part)
    }
    take(into, to)
  }
}

/** A line, resized to the target's length, and its weight. */
interface Part {
  line: Line
  weight: number
}

function add(out: Line, { line, weight }: Part): void {
  for (let i = 0; i < out.length; i++) out[i] = (out[i] ?? 0) + weight * (line[i] ?? 0)
}

/** The same for the four lines of an enlarged one, in one pass. */
function addFour(out: Line, one: Part, two: Part, three: Part, four: Part): void {
  const [a, b, c, d] = [one.line, two.line, three.line, four.line]
  const [u, v, w, z] = [one.weight, two.weight, three.weight, four.weight]
  for (let i = 0; i < out.length; i++) {
    const first = Math.fround(u * (a[i] ?? 0))
    const second = Math.fround(first + v * (b[i] ?? 0))
    out[i] = Math.fround(second + w * (c[i] ?? 0)) + z * (d[i] ?? 0)
  }
}

function weigh(wide: Line, { count, at, weights }: Taps, line: Line): void {
  for (let to = 0, first = 0; to < line.length; to++, first += count) {
    let value = 0
    for (let tap = first; tap < first + count; tap++)
      value += (weights[tap] ?? 0) * (wide[at[tap] ?? 0] ?? 0)
    line[to] = value
  }
}

function weighColours(wide: Line, { count, at, weights }: Taps, line: Line): void {
  for (let to = 0, tap = 0; to < line.length; to += 3) {
    let [red, green, blue] = [0, 0, 0]
    for (const end = tap + count; tap < end; tap++) {
      const weight = weights[tap] ?? 0
      const place = 3 * (at[tap] ?? 0)
      red += weight * (wide[place] ?? 0)
      green += weight * (wide[place + 1] ?? 0)
      blue += weight * (wide[place + 2] ?? 0)
    }
    line[to] = red
    line[to + 1] = green
    line[to + 2] = blue
  }
}

/** The end of each target pixel along one axis: its last source pixel, and the share of that pixel. */
interface Ends {
  step: number
  at: Int32Array
  share: Float64Array
}

function endsOf(source: number, target: number): Ends {
  const step = source / target
  const at = new Int32Array(target)
  const share = new Float64Array(target)
  for (let i = 0; i < target - 1; i++) {
    at[i] = Math.floor((i + 1) * step)
    share[i] = (i + 1) * step - (at[i] ?? 0)
  }
  at[target - 1] = source - 1
  share[target - 1] = 1
  return { step, at, share }
}

/** Reduces RGB bytes along both axes by means of areas. It reads a byte once, or twice in a shared row. */
function reduced(source: Uint8Array, width: number, box: Box, target: Size, take: TakeRow): void {
  const across = endsOf(box.width, target.width)
  const down = endsOf(box.height, target.height)
  const row = 3 * target.width
  const scale = 1 / (across.step * down.step)
  const out = new Float32Array(row)
  const line = new Float64Array(row)
  const sum = new Float64Array(row)
  for (let to = 0, y = 0; to < target.height; to++, y++) {
    const last = down.at[to] ?? 0
    for (; y < last; y++) addAcross(source, 3 * ((box.y + y) * width + box.x), across, sum)
    line.fill(0)
    addAcross(source, 3 * ((box.y + last) * width + box.x), across, line)
    endRow(sum, line, down.share[to] ?? 0, scale, out)
    take(out, to)
  }
}

/** Adds a source line, from byte `from`, to the sums of the target's pixels. */
function addAcross(source: Uint8Array, from: number, { at, share }: Ends, sum: Float64Array): void {
  let red = 0
  let green = 0
  let blue = 0
  for (let i = 0, to = 0, place = from; i < at.length; i++, to += 3, place += 3) {
    const end = from + 3 * (at[i] ?? 0)
    let r = 0
    let g = 0
    let b = 0
    for (; place < end; place += 3) {
      r += source[place] ?? 0
      g += source[place + 1] ?? 0
      b += source[place + 2] ?? 0
    }
    const part = share[i] ?? 0
    const lastRed = source[place] ?? 0
    const lastGreen = source[place + 1] ?? 0
    const lastBlue = source[place + 2] ?? 0
    sum[to] = (sum[to] ?? 0) + red + r + part * lastRed
    sum[to + 1] = (sum[to + 1] ?? 0) + green + g + part * lastGreen
    sum[to + 2] = (sum[to + 2] ?? 0) + blue + b + part * lastBlue
    red = (1 - part) * lastRed
    green = (1 - part) * lastGreen
    blue = (1 - part) * lastBlue
  }
}

/** Ends a target row with its part of the source line. The rest of that line starts the next `sum`. */
function endRow(
  sum: Float64Array,
  line: Float64Array,
  part: number,
  scale: number,
  out: Line,
): void {
  for (let i = 0; i < line.length; i++) {
    const edge = part * (line[i] ?? 0)
    out[i] = scale * ((sum[i] ?? 0) + edge)
    sum[i] = (line[i] ?? 0) - edge
  }
}
