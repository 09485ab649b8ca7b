import { blobsOf, type Blob } from '../geometry/blobs.ts'
import { CUT, type PartMap } from '../geometry/part.ts'
import type { Grey } from '../image.ts'
import { fromMiddle, type Ellipse } from './cornea.ts'
import { DECISIONS } from './decisions.ts'
import type { SeenMaps } from './see.ts'

/** Connected staining on the cornea. Places and pixels are those of the map. */
export interface Stain {
  /** The map that it was found in. */
  map: 'patch' | 'dots'
  pixels: readonly number[]
  centre: readonly [number, number]
  /** mm2 */
  area: number
  /** The greatest distance between two of its pixels, mm. */
  extent: number
  /** Peaks of the map: dots that have run into one still have a peak each. */
  peaks: number
  /** Mean and largest value of the map, 0.5..1. */
  mean: number
  peak: number
}

export interface Staining {
  /** As broad as no dot is. */
  patches: Stain[]
  /** Single dots, dots that touch, and what the map of patches shows of a dot's breadth. */
  dots: Stain[]
  /** Patches in which the map is faint: they count as no staining, and keep its absence from being stated. */
  faint: Stain[]
}

/** Directions along which an extent is taken. */
const DIRECTIONS = Array.from({ length: 12 }, (_, i) => {
  const angle = (Math.PI * i) / 12
  return [Math.cos(angle), Math.sin(angle)] as const
})

/** Staining on the cornea: the patch map and, where no patch is, the dot map, from their cut on. `mmPerPx`: mm for one px. */
export function stainingOf(
  { patch, dots, opening }: SeenMaps,
  cornea: Ellipse,
  mmPerPx: number,
): Staining {
  const { width, height } = patch
  const shows = (at: number) =>
    (opening.data[at] ?? 0) >= CUT && fromMiddle(cornea, at % width, Math.floor(at / width)) <= 1
  const broad = stainsIn('patch', only(patch, shows), mmPerPx)
  const broadMask = maskOf(broad, width, height)
  const fine = stainsIn(
    'dots',
    only(dots, (at) => shows(at) && !broadMask.data[at]),
    mmPerPx,
  )
  const { broad_mm, least_mean, least_peak } = DECISIONS.staining
  const isPatch = ({ extent }: Stain) => extent >= broad_mm
  const isFaint = ({ mean }: Stain) => mean < least_mean
  const small = broad.filter((patch) => !isPatch(patch)).map((patch) => ({ ...patch, peaks: 1 }))
  return {
    patches: broad.filter((patch) => isPatch(patch) && !isFaint(patch)),
    faint: broad.filter((patch) => isPatch(patch) && isFaint(patch)),
    dots: [...small, ...fine].filter(({ peak }) => peak >= least_peak),
  }
}

const only = (map: PartMap, is: (at: number) => boolean): Grey => ({
  width: map.width,
  height: map.height,
  data: map.data.map((value, at) => (value >= CUT && is(at) ? value : 0)),
})

function maskOf(stains: readonly Stain[], width: number, height: number): Grey<Uint8Array> {
  const data = new Uint8Array(width * height)
  for (const { pixels } of stains) for (const at of pixels) data[at] = 1
  return { width, height, data }
}

function stainsIn(name: Stain['map'], map: Grey, mmPerPx: number): Stain[] {
  return blobsOf(map, CUT).map((blob) => ({
    map: name,
    pixels: blob.pixels,
    centre: [blob.centre[0], blob.centre[1]],
    area: blob.pixels.length * mmPerPx ** 2,
    extent: extentOf(blob, map.width) * mmPerPx,
    peaks: peaksIn(blob, map),
    mean: blob.mass / blob.pixels.length,
    peak: blob.peak,
  }))
}

/** px, with the breadth of a pixel */
function extentOf({ pixels }: Blob, width: number): number {
  let extent = 0
  for (const [dx, dy] of DIRECTIONS) {
    let [low, high] = [Infinity, -Infinity]
    for (const at of pixels) {
      const along = (at % width) * dx + Math.floor(at / width) * dy
      low = Math.min(low, along)
      high = Math.max(high, along)
    }
    extent = Math.max(extent, high - low + 1)
  }
  return extent
}

/** Pixels that no neighbour exceeds; of equal neighbours the first counts. */
function peaksIn({ pixels }: Blob, { width, height, data }: Grey): number {
  let peaks = 0
  for (const at of pixels) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const value = data[at] ?? 0
    let highest = true
    for (let py = Math.max(0, y - 1); highest && py <= Math.min(height - 1, y + 1); py++)
      for (let px = Math.max(0, x - 1); px <= Math.min(width - 1, x + 1); px++) {
        const other = data[py * width + px] ?? 0
        const near = py * width + px
        if (other > value || (near < at && other === value)) highest = false
      }
    if (highest) peaks++
  }
  return Math.max(1, peaks)
}
