import type { VesselNetwork } from '@mingmou/contract'
import { boxDimension } from '../geometry/fractal.ts'
import { lengthsOf } from '../geometry/lengths.ts'
import { skeletonOf } from '../geometry/skeleton.ts'
import type { Grey } from '../image.ts'
import { meansOf, type Place } from './regions.ts'

/** The least and the largest side of the counted boxes, as shares of the side of the scan. */
const BOX = { least: 1 / 128, most: 1 / 4 }

/**
 * Measures of a mask of vessels [height, width], 1 inside: density |B in R| / |R| in percent, length density centreline
 * mm / mm2, diameter vessel area over centreline length in um, box counting on the centrelines. `parts`: the part
 * around the fovea of every pixel. Null where the mask is empty.
 */
export function measureVessels(
  mask: Grey<Uint8Array>,
  place: Place,
  parts: Uint8Array,
): VesselNetwork | null {
  const skeleton = skeletonOf(mask)
  const lengths = lengthsOf(skeleton)
  const area = mask.data.reduce((sum, value) => sum + value, 0)
  const length = lengths.reduce((sum, length) => sum + length, 0)
  if (area === 0 || length === 0) return null
  const { mmPerPx, width } = place
  return {
    density: meansOf((at) => 100 * (mask.data[at] ?? 0), place, parts),
    length_density: meansOf((at) => (lengths[at] ?? 0) / mmPerPx, place, parts),
    diameter: (1000 * area * mmPerPx) / length,
    fractal_dimension: boxDimension(skeleton, BOX.least * width, BOX.most * width),
  }
}
