import type { Spot } from '../../circle.ts'
import type { PartMap } from '../seen.ts'
import { blobsOf, mainBlob, type Blob } from './blobs.ts'
import { CUT, stepOf, toImage } from './part.ts'

export interface Landmark {
  /** px of the image */
  centre: Spot
  /** Of the round area it covers, px of the image. */
  diameter: number
  /** The highest probability. */
  peak: number
}

const inImage = (map: PartMap, { centre, pixels, peak }: Blob): Landmark => ({
  centre: toImage(map, centre),
  diameter: 2 * Math.sqrt(pixels.length / Math.PI) * stepOf(map),
  peak,
})

/** The disc as the coarse map shows it; null where nothing reaches the cut. */
export function findDisc(map: PartMap): Landmark | null {
  const blob = mainBlob(map, CUT)
  return blob ? inImage(map, blob) : null
}

/** The fovea: the middle of the bump's upper half; null where no peak reaches the cut. */
export function findFovea(map: PartMap): Landmark | null {
  const peak = map.data.reduce((most, value) => Math.max(most, value), 0)
  if (peak < CUT) return null
  const blob = blobsOf(map, peak / 2).find((one) => one.peak === peak)
  return blob ? inImage(map, blob) : null
}
