import type { Region, Regions } from '@mingmou/contract'
import type { Spot } from '../geometry/circle.ts'

/** Radii of the centre and of both rings, mm. */
const CENTRE = 0.5
const INNER = 1.5
const OUTER = 3

/** Where the parts lie on a map: `centre` px of the map. */
export interface Place {
  width: number
  height: number
  centre: Spot
  mmPerPx: number
  /** Breadth of the scan, mm: the outer ring is there in scans of 6 mm alone. */
  scan: 3 | 6
}

const QUARTERS = ['superior', 'inferior', 'left', 'right'] as const
const quarterOf = (dx: number, dy: number): number =>
  Math.abs(dy) >= Math.abs(dx) ? (dy < 0 ? 0 : 1) : dx > 0 ? 3 : 2

/** Parts around the fovea in the order of `partOf`. Nasal and temporal ones follow the eye, `withFacts` of the contract. */
const AROUND = [
  'fovea',
  ...QUARTERS,
  ...QUARTERS.map((name) => `outer_${name}` as const),
] as const satisfies readonly Region[]
const HALVES = ['superior_half', 'inferior_half'] as const satisfies readonly Region[]
const NOWHERE = 255

/** The place in AROUND of the part that a place `dx`, `dy` mm from the fovea lies in; NOWHERE outside all rings. */
function partOf(dx: number, dy: number, scan: 3 | 6): number {
  const square = dx * dx + dy * dy
  if (square <= CENTRE ** 2) return 0
  if (square <= INNER ** 2) return 1 + quarterOf(dx, dy)
  return scan === 6 && square <= OUTER ** 2 ? 1 + QUARTERS.length + quarterOf(dx, dy) : NOWHERE
}

/** The part of every pixel. Without a fovea none lies in a part. */
export function partsAround(
  { width, height, centre: [cx, cy], mmPerPx, scan }: Place,
  fovea: boolean,
): Uint8Array {
  const parts = new Uint8Array(width * height).fill(NOWHERE)
  if (!fovea) return parts
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++)
      parts[at] = partOf((x - cx) * mmPerPx, (y - cy) * mmPerPx, scan)
  return parts
}

const squareOf = (region: Region) => {
  if (region === 'fovea') return CENTRE ** 2
  const [from, to] = region.startsWith('outer_') ? [INNER, OUTER] : [CENTRE, INNER]
  return (to ** 2 - from ** 2) / 4
}

const EMPTY = Object.fromEntries(
  [...AROUND, ...HALVES, 'nasal', 'temporal', 'outer_nasal', 'outer_temporal'].map((name) => [
    name,
    null,
  ]),
) as Record<Region, null>

/**
 * The mean of `valueOf` over the pixels of the whole scan, of its halves and of each part of `parts`. Null of a part of
 * which less than half is in the picture.
 */
export function meansOf(
  valueOf: (at: number) => number,
  { width, height, mmPerPx }: Place,
  parts: Uint8Array,
): Regions {
  const sums = new Float64Array(NOWHERE + 1)
  const counts = new Uint32Array(NOWHERE + 1)
  const halves = [0, 0] as [number, number]
  for (let y = 0, at = 0; y < height; y++) {
    let row = 0
    for (let x = 0; x < width; x++, at++) {
      const value = valueOf(at)
      const part = parts[at] ?? NOWHERE
      row += value
      sums[part] = (sums[part] ?? 0) + value
      counts[part] = (counts[part] ?? 0) + 1
    }
    halves[2 * y < height ? 0 : 1] += row
  }
  const upper = Math.ceil(height / 2)
  const ofHalf = [halves[0] / (upper * width), halves[1] / ((height - upper) * width)]
  const around = AROUND.map((name, part) => {
    const n = counts[part] ?? 0
    const seen = n * mmPerPx ** 2 >= (Math.PI * squareOf(name)) / 2
    return [name, n > 0 && seen ? (sums[part] ?? 0) / n : null] as const
  })
  return {
    ...EMPTY,
    ...Object.fromEntries(around),
    ...Object.fromEntries(HALVES.map((name, half) => [name, ofHalf[half] ?? null])),
    whole: (halves[0] + halves[1]) / (width * height),
  }
}
