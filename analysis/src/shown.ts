import type { Field } from './field.ts'
import type { PartMap } from './geometry/part.ts'
import type { Grey } from './image.ts'

/** Grey values of probabilities: 128 from the threshold on, 255 for certain. */
function greysOf(probabilities: Float32Array): Uint8Array {
  const greys = new Uint8Array(probabilities.length)
  for (let i = 0; i < greys.length; i++) {
    const grey = 256 * (probabilities[i] ?? 0)
    greys[i] = grey > 255 ? 255 : grey
  }
  return greys
}

/**
 * The map over the whole picture, at most `maxWidth` px wide; zero outside the field of view, where there is one.
 * Not by sharp, whose enlarging moves a picture by half a pixel.
 */
export function shown(
  map: PartMap | null,
  { width, height, field }: { width: number; height: number; field: Field | null },
  maxWidth = width,
): Grey<Uint8Array> {
  const ratio = Math.min(1, maxWidth / width)
  const out = blank(Math.round(width * ratio), Math.round(height * ratio))
  const greys = map && greysOf(map.data)
  const lit = greys && litPart(greys, map.width)
  if (!lit) return out
  const across = axis(out.width / width, map.box.x, map.box.width, map.width, out.width, lit.x)
  const down = axis(out.height / height, map.box.y, map.box.height, map.height, out.height, lit.y)
  const mix = down.count === 2 ? mixOfTwo : mixOf
  // The last few rows of the map, each resized once.
  const lines = Array.from({ length: down.count }, () => ({
    row: -1,
    line: new Float64Array(across.to - across.from),
  }))
  for (let y = down.from, i = 0; y < down.to; y++, i++) {
    const row = ((y + 0.5) * height) / out.height - 0.5
    const [left, right] = field ? chord(field, row) : [0, width - 1]
    const from = Math.max(across.from, Math.ceil(((left + 0.5) * out.width) / width - 0.5))
    const to = Math.min(across.to, Math.floor(((right + 0.5) * out.width) / width - 0.5) + 1)
    const parts: Part[] = []
    for (let tap = i * down.count; tap < (i + 1) * down.count; tap++) {
      const at = down.at[tap] ?? 0
      const held = lines[at % down.count]
      if (!held || !lit.rows[at] || from >= to) continue
      if (held.row !== at) stretch(greys, at * map.width, across, held.line)
      held.row = at
      parts.push({ line: held.line, weight: down.weights[tap] ?? 0 })
    }
    if (parts.length === 0) continue
    const start = y * out.width
    mix(parts, from - across.from, out.data.subarray(start + from, start + to))
  }
  return out
}

/** A row of the map, resized to the length of the picture, and its weight. */
interface Part {
  line: Float64Array
  weight: number
}

/** Writes the rounded sum of the weighed lines, from px `from` of the lines on. */
function mixOf(parts: readonly Part[], from: number, out: Uint8Array): void {
  const sum = new Float64Array(out.length).fill(0.5)
  for (const { line, weight } of parts)
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + weight * (line[from + i] ?? 0)
  out.set(sum)
}

/** The same for at most two lines, in one pass. */
function mixOfTwo([one, other]: readonly Part[], from: number, out: Uint8Array): void {
  if (!one) return
  const { line, weight } = one
  const { line: next, weight: share } = other ?? { line, weight: 0 }
  for (let i = 0, x = from; i < out.length; i++, x++)
    out[i] = 0.5 + weight * (line[x] ?? 0) + share * (next[x] ?? 0)
}

function blank(width: number, height: number): Grey<Uint8Array> {
  return { width, height, data: new Uint8Array(width * height) }
}

/** Rows and columns between which a map is not black, and 1 for every row that is not. */
function litPart(greys: Uint8Array, width: number) {
  const rows = new Uint8Array(greys.length / width)
  let [left, right, top, bottom] = [width, 0, 0, 0]
  for (let row = 0, y = 0; row < greys.length; row += width, y++) {
    let from = 0
    while (from < width && greys[row + from] === 0) from++
    if (from === width) continue
    rows[y] = 1
    let to = width
    while (to > right && greys[row + to - 1] === 0) to--
    if (right === 0) top = y
    left = Math.min(left, from)
    right = Math.max(right, to)
    bottom = y + 1
  }
  return right === 0 ? null : { x: [left, right] as const, y: [top, bottom] as const, rows }
}

/** For every px from `from` to `to`, the `count` px of the map behind it in turn, and their weights. */
interface Axis {
  from: number
  to: number
  count: number
  at: Int32Array
  weights: Float64Array
}

/** Enlarging interpolates between two px of the map. Reducing takes the mean of the px covered. */
function axis(
  ratio: number,
  start: number,
  length: number,
  source: number,
  target: number,
  lit: readonly [number, number],
): Axis {
  const step = source / (length * ratio)
  const near = (place: number) => (place / step + start * ratio) | 0
  const from = Math.max(0, Math.ceil(start * ratio - 0.5), near(lit[0] - 1) - 1)
  const to = Math.min(target, Math.ceil((start + length) * ratio - 0.5), near(lit[1] + 1) + 2)
  const count = step > 1 ? Math.ceil(step) + 1 : 2
  const pixels = Math.max(0, to - from)
  const at = new Int32Array(pixels * count)
  const weights = new Float64Array(pixels * count)
  for (let i = 0; i < pixels; i++) {
    const middle = (from + i + 0.5 - start * ratio) * step
    const edge = step > 1 ? middle - step / 2 : middle - 0.5
    for (let k = 0; k < count; k++) {
      const place = Math.floor(edge) + k
      const cover = Math.min(place + 1, edge + step) - Math.max(place, edge)
      at[i * count + k] = Math.min(source - 1, Math.max(0, place))
      weights[i * count + k] = step > 1 ? Math.max(0, cover) / step : 1 - Math.abs(place - edge)
    }
  }
  return { from, to: from + pixels, count, at, weights }
}

/** A row of the map, resized. */
function stretch(
  greys: Uint8Array,
  row: number,
  { count, at, weights }: Axis,
  line: Float64Array,
): void {
  for (let i = 0, tap = 0; i < line.length; i++) {
    let value = 0
    for (let k = 0; k < count; k++, tap++)
      value += (weights[tap] ?? 0) * (greys[row + (at[tap] ?? 0)] ?? 0)
    line[i] = value
  }
}

/** Where a row of the photograph enters and leaves the field. */
function chord({ centre, diameter, box }: Field, y: number): [number, number] {
  const half = Math.sqrt((diameter / 2) ** 2 - (y - centre[1]) ** 2)
  if (!(half >= 0) || y < box.y - 0.5 || y > box.y + box.height - 0.5) return [0, -1]
  return [Math.max(box.x, centre[0] - half), Math.min(box.x + box.width - 1, centre[0] + half)]
}
