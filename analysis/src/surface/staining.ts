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
  /** Of its pixel nearest to the middle of the cornea, as a share of the radius. */
  nearest: number
  /** Peaks of the map of dots: those that have run into one still have a peak each. 1 of what is in the map of patches. */
  peaks: number
  /** Whether it has several peaks, however near to each other: dots may have run into one. */
  merged: boolean
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
  /** mm2 of the largest place that the map of patches holds for staining, if only a little: no absence is stated over it. */
  hint: number
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
  const { broad_mm, least_mean, rim_from, rim_mean, least_peak, hint } = DECISIONS.staining
  const shows = (at: number) =>
    (opening.data[at] ?? 0) >= CUT && fromMiddle(cornea, at % width, Math.floor(at / width)) <= 1
  const broad = stainsIn('patch', only(patch, shows), cornea, mmPerPx)
  const broadMask = maskOf(broad, width, height)
  const fine = stainsIn(
    'dots',
    only(dots, (at) => shows(at) && !broadMask.data[at]),
    cornea,
    mmPerPx,
  )
  const isPatch = ({ extent }: Stain) => extent >= broad_mm
  const isFaint = ({ mean, nearest }: Stain) => mean < (nearest >= rim_from ? rim_mean : least_mean)
  const small = broad.filter((patch) => !isPatch(patch))
  return {
    patches: broad.filter((patch) => isPatch(patch) && !isFaint(patch)),
    faint: broad.filter((patch) => isPatch(patch) && isFaint(patch)),
    dots: [...small, ...fine].filter(({ peak }) => peak >= least_peak),
    hint:
      mmPerPx ** 2 *
      Math.max(0, ...blobsOf(only(patch, shows, hint), hint).map(({ pixels }) => pixels.length)),
  }
}

const only = (map: PartMap, is: (at: number) => boolean, cut = CUT): Grey => ({
  width: map.width,
  height: map.height,
  data: map.data.map((value, at) => (value >= cut && is(at) ? value : 0)),
})

function maskOf(stains: readonly Stain[], width: number, height: number): Grey<Uint8Array> {
  const data = new Uint8Array(width * height)
  for (const { pixels } of stains) for (const at of pixels) data[at] = 1
  return { width, height, data }
}

function stainsIn(name: Stain['map'], map: Grey, cornea: Ellipse, mmPerPx: number): Stain[] {
  return blobsOf(map, CUT).map((blob) => ({
    map: name,
    pixels: blob.pixels,
    centre: [blob.centre[0], blob.centre[1]],
    area: blob.pixels.length * mmPerPx ** 2,
    extent: extentOf(blob, map.width) * mmPerPx,
    peaks: name === 'dots' ? peaksIn(blob, map, NEAR) : 1,
    merged: name === 'dots' && peaksIn(blob, map, BESIDE) > 1,
    nearest: nearestOf(blob, map.width, cornea),
    mean: blob.mass / blob.pixels.length,
    peak: blob.peak,
  }))
}

const nearestOf = ({ pixels }: Blob, width: number, cornea: Ellipse) =>
  pixels.reduce(
    (least, at) => Math.min(least, fromMiddle(cornea, at % width, Math.floor(at / width))),
    Infinity,
  )

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

/** Peaks nearer to each other than this are of one dot, px of the map: a broad dot has several in its noise. */
const APART = 3

/** Places at most so far from one, px. */
const around = (far: number) =>
  Array.from({ length: (2 * far + 1) ** 2 }, (_, i) => [
    (i % (2 * far + 1)) - far,
    Math.floor(i / (2 * far + 1)) - far,
  ]).filter(([x = 0, y = 0]) => x * x + y * y <= far ** 2 + 1)
const [BESIDE, NEAR] = [around(1), around(APART)]

/** Pixels that none of the same spot around them exceeds; of equal ones the first counts. */
function peaksIn({ pixels }: Blob, { width, data }: Grey, places: typeof NEAR): number {
  const own = new Set(pixels)
  const isPeak = (at: number) => {
    const value = data[at] ?? 0
    return !places.some(([dx = 0, dy = 0]) => {
      const x = (at % width) + dx
      const near = at + dx + dy * width
      if (near === at || x < 0 || x >= width || !own.has(near)) return false
      const other = data[near] ?? 0
      return other > value || (near < at && other === value)
    })
  }
  return Math.max(1, pixels.filter(isPeak).length)
}
