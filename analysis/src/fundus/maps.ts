import type { OVERLAYS } from '@mingmou/contract'
import type { Field } from '../field.ts'
import { encodeGrey, type Grey } from '../image.ts'
import { settledKinds, type Tree } from './measure/tree.ts'
import type { PartMap, Seen } from './seen.ts'

/** A map as it is shown and kept. */
export interface AnalysisMap {
  name: (typeof OVERLAYS.fundus)[number]
  /** An 8-bit grey PNG of the photograph's shape, its own size or at most so wide: 255 = certain, 128 = the threshold. */
  encode: (maxWidth?: number) => Promise<Buffer>
}

/** The maps of what was seen, each cut at 0.5; arteries and veins with one kind along each vessel. */
export function mapsOf(seen: Seen, tree: Tree): AnalysisMap[] {
  const { vessels, landmarks, disc, lesions } = seen
  const { artery, vein } = settledKinds(vessels, tree)
  const parts: Partial<Record<AnalysisMap['name'], PartMap | null>> = {
    vessels: vessels.vessel,
    arteries: artery,
    veins: vein,
    ...(landmarks && { disc: disc?.disc ?? landmarks.disc, cup: disc?.cup ?? null }),
    ...lesions,
  }
  return Object.entries(parts).map(([name, map]) => ({
    name: name as AnalysisMap['name'],
    encode: (maxWidth) => encodeGrey(shown(map, seen, maxWidth)),
  }))
}

/** Grey values of probabilities: 128 from the threshold on, 255 for certain. */
function greysOf(probabilities: Float32Array): Float32Array {
  const greys = new Float32Array(probabilities.length)
  for (let i = 0; i < greys.length; i++)
    greys[i] = Math.min(255, Math.floor(256 * (probabilities[i] ?? 0)))
  return greys
}

/**
 * The map over the whole photograph, at most `maxWidth` px wide; zero outside the field.
 * Not by sharp, whose enlarging moves a picture by half a pixel.
 */
export function shown(
  map: PartMap | null,
  { width, height, field }: { width: number; height: number; field: Field },
  maxWidth = width,
): Grey<Uint8Array> {
  const ratio = Math.min(1, maxWidth / width)
  const out = blank(Math.round(width * ratio), Math.round(height * ratio))
  const greys = map && greysOf(map.data)
  const lit = greys && litPart(greys, map.width)
  if (!lit) return out
  const across = axis(out.width / width, map.box.x, map.box.width, map.width, out.width, lit.x)
  const down = axis(out.height / height, map.box.y, map.box.height, map.height, out.height, lit.y)
  const lines = new Map<number, Float32Array>()
  const sum = new Float32Array(across.to - across.from)
  for (let y = down.from; y < down.to; y++) {
    const rows = down.places[y - down.from] ?? 0
    for (const known of lines.keys()) if (known < rows) lines.delete(known)
    sum.fill(0)
    for (let k = 0; k < down.count; k++) {
      const weight = down.weights[(y - down.from) * down.count + k] ?? 0
      const row = Math.min(map.height - 1, Math.max(0, rows + k))
      if (weight === 0 || row < lit.y[0] || row >= lit.y[1]) continue
      const line = lines.get(row) ?? stretched(greys, row * map.width, map.width, across)
      lines.set(row, line)
      add(sum, line, weight)
    }
    const [left, right] = chord(field, ((y + 0.5) * height) / out.height - 0.5)
    const edge = (x: number) => ((x + 0.5) * out.width) / width - 0.5
    const from = Math.max(across.from, Math.ceil(edge(left)))
    const to = Math.min(across.to, Math.floor(edge(right)) + 1)
    for (let x = from; x < to; x++) out.data[y * out.width + x] = (sum[x - across.from] ?? 0) + 0.5
  }
  return out
}

function blank(width: number, height: number): Grey<Uint8Array> {
  return { width, height, data: new Uint8Array(width * height) }
}

/** Rows and columns between which a map is not black. */
function litPart(greys: Float32Array, width: number) {
  let [left, right, top, bottom] = [width, 0, Infinity, 0]
  for (let i = 0, y = 0; i < greys.length; y++)
    for (let x = 0; x < width; x++, i++) {
      if ((greys[i] ?? 0) === 0) continue
      if (x < left) left = x
      if (x >= right) right = x + 1
      if (y < top) top = y
      bottom = y + 1
    }
  return right === 0 ? null : { x: [left, right] as const, y: [top, bottom] as const }
}

/** For every px from `from` to `to` the first of `count` px of the map it is made of, and their weights. */
interface Axis {
  from: number
  to: number
  count: number
  places: Int32Array
  weights: Float32Array
}

/** Between two px of the map where it is enlarged, the mean of those a px covers where it is reduced. */
function axis(
  ratio: number,
  start: number,
  length: number,
  source: number,
  target: number,
  lit: readonly [number, number],
): Axis {
  const step = source / (length * ratio)
  const at = (place: number) => (place / step + start * ratio) | 0
  const from = Math.max(0, Math.ceil(start * ratio - 0.5), at(lit[0] - 1) - 1)
  const to = Math.min(target, Math.ceil((start + length) * ratio - 0.5), at(lit[1] + 1) + 2)
  const count = step > 1 ? Math.ceil(step) + 1 : 2
  const places = new Int32Array(Math.max(0, to - from))
  const weights = new Float32Array(places.length * count)
  for (let i = 0; i < places.length; i++) {
    const middle = (from + i + 0.5 - start * ratio) * step
    const edge = step > 1 ? middle - step / 2 : middle - 0.5
    const place = Math.floor(edge)
    places[i] = place
    for (let k = 0; k < count; k++) {
      const cover = Math.min(place + k + 1, edge + step) - Math.max(place + k, edge)
      weights[i * count + k] = step > 1 ? Math.max(0, cover) / step : 1 - Math.abs(place + k - edge)
    }
  }
  return { from, to: from + places.length, count, places, weights }
}

function stretched(greys: Float32Array, row: number, width: number, axis: Axis): Float32Array {
  const { count, places, weights } = axis
  const line = new Float32Array(places.length)
  for (let i = 0; i < line.length; i++) {
    let value = 0
    for (let k = 0; k < count; k++) {
      const place = Math.min(width - 1, Math.max(0, (places[i] ?? 0) + k))
      value += (weights[i * count + k] ?? 0) * (greys[row + place] ?? 0)
    }
    line[i] = value
  }
  return line
}

function add(sum: Float32Array, line: Float32Array, weight: number): void {
  for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + weight * (line[i] ?? 0)
}

/** Where a row of the photograph enters and leaves the field. */
function chord({ centre, diameter, box }: Field, y: number): [number, number] {
  const half = Math.sqrt((diameter / 2) ** 2 - (y - centre[1]) ** 2)
  if (!(half >= 0) || y < box.y - 0.5 || y > box.y + box.height - 0.5) return [0, -1]
  return [Math.max(box.x, centre[0] - half), Math.min(box.x + box.width - 1, centre[0] + half)]
}
