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

type Quarter = 'superior' | 'inferior' | 'left' | 'right'

const quarterOf = (dx: number, dy: number): Quarter =>
  Math.abs(dy) >= Math.abs(dx) ? (dy < 0 ? 'superior' : 'inferior') : dx > 0 ? 'right' : 'left'

/** The part around the fovea that a place `dx`, `dy` mm from it lies in; undefined outside all rings. */
export function regionOf(dx: number, dy: number, scan: 3 | 6): Region | undefined {
  const far = Math.hypot(dx, dy)
  if (far <= CENTRE) return 'fovea'
  if (far <= INNER) return quarterOf(dx, dy)
  return scan === 6 && far <= OUTER ? `outer_${quarterOf(dx, dy)}` : undefined
}

const squareOf = (region: Region) => {
  if (region === 'fovea') return CENTRE ** 2
  const [from, to] = region.startsWith('outer_') ? [INNER, OUTER] : [CENTRE, INNER]
  return (to ** 2 - from ** 2) / 4
}

/** Regions without the eye: nasal and temporal ones follow it, `withFacts` of the contract. */
const NAMED = ['fovea', 'superior', 'inferior', 'left', 'right'] as const
const PARTS: readonly Region[] = [
  ...NAMED,
  ...NAMED.slice(1).map((name) => `outer_${name}` as Region),
  'superior_half',
  'inferior_half',
]

const EMPTY = Object.fromEntries(
  [...PARTS, 'nasal', 'temporal', 'outer_nasal', 'outer_temporal'].map((name) => [name, null]),
) as Record<Region, null>

/**
 * The mean of `valueOf` over the pixels of the whole scan and of each part. Null of a part of which less than half is in
 * the picture. Without a fovea there are the whole and its halves alone.
 */
export function meansOf(
  valueOf: (at: number) => number,
  { width, height, centre, mmPerPx, scan }: Place,
  fovea: boolean,
): Regions {
  const sums = new Map<string, { sum: number; n: number }>()
  const add = (name: string, value: number) => {
    const held = sums.get(name)
    if (!held) sums.set(name, { sum: value, n: 1 })
    else {
      held.sum += value
      held.n++
    }
  }
  for (let y = 0, at = 0; y < height; y++) {
    const half = 2 * y < height ? 'superior_half' : 'inferior_half'
    for (let x = 0; x < width; x++, at++) {
      const value = valueOf(at)
      add('whole', value)
      add(half, value)
      if (!fovea) continue
      const region = regionOf((x - centre[0]) * mmPerPx, (y - centre[1]) * mmPerPx, scan)
      if (region) add(region, value)
    }
  }
  const means = PARTS.map((name) => {
    const { sum, n } = sums.get(name) ?? { sum: 0, n: 0 }
    const seen = name.endsWith('half') || n * mmPerPx ** 2 >= (Math.PI * squareOf(name)) / 2
    return [name, n > 0 && seen ? sum / n : null] as const
  })
  const { sum, n } = sums.get('whole') ?? { sum: 0, n: 1 }
  return { ...EMPTY, ...Object.fromEntries(means), whole: sum / n }
}
