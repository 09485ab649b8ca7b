import type { Spot } from '../../circle.ts'
import type { PartMap } from '../seen.ts'
import { blobsOf, mainBlob } from './blobs.ts'
import { CUT, stepOf, toImage } from './part.ts'

export interface Landmark {
  /** px of the image */
  centre: Spot
  /** Of the round area it covers, px of the image. */
  diameter: number
  /** The highest probability. */
  peak: number
}

function landmark(map: PartMap, low: number, pick: 'mass' | 'peak'): Landmark | null {
  const blob =
    pick === 'mass'
      ? mainBlob(map, low)
      : blobsOf(map, low).reduce<ReturnType<typeof mainBlob>>(
          (best, next) => (next.peak > (best?.peak ?? 0) ? next : best),
          undefined,
        )
  if (!blob) return null
  return {
    centre: toImage(map, blob.centre),
    diameter: 2 * Math.sqrt(blob.pixels.length / Math.PI) * stepOf(map),
    peak: blob.peak,
  }
}

/** The disc as the coarse map shows it; null where nothing reaches the cut. */
export function findDisc(map: PartMap): Landmark | null {
  return landmark(map, CUT, 'mass')
}

/** The fovea: the middle of the bump's upper half; null where no peak reaches the cut. */
export function findFovea(map: PartMap): Landmark | null {
  let peak = 0
  for (const value of map.data) peak = Math.max(peak, value)
  return peak < CUT ? null : landmark(map, peak / 2, 'peak')
}
