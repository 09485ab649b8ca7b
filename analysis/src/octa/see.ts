import type { Crop } from '../crop.ts'
import type { PartMap } from '../geometry/part.ts'
import type { Picture } from '../image.ts'
import { inferMaps } from '../networks/inference.ts'
import { PLAIN, type View } from '../networks/view.ts'
import { resample } from '../resample.ts'
import type { Models } from './models.ts'

/** The answers of the network for a scan: probabilities 0..1, cut at 0.5. */
export interface SeenMaps {
  large: PartMap
  vessels: PartMap
  zone: PartMap
}

/** The mean over the views, and the single views. */
export interface Seen extends SeenMaps {
  views: readonly SeenMaps[]
  /** The scan at the scale of the network, 0..1. */
  crop: Crop
}

const VIEWS: readonly View[] = [PLAIN, { ...PLAIN, mirrored: true }]

/** The whole scan as one grey plane whose longer side has `size` px. */
export function scanCrop({ width, height, rgb }: Picture, size: number): Crop {
  const ratio = size / Math.max(width, height)
  const target = {
    width: Math.max(1, Math.round(width * ratio)),
    height: Math.max(1, Math.round(height * ratio)),
  }
  const grey = new Uint8Array(width * height)
  for (let i = 0; i < grey.length; i++)
    grey[i] = Math.round(((rgb[3 * i] ?? 0) + (rgb[3 * i + 1] ?? 0) + (rgb[3 * i + 2] ?? 0)) / 3)
  const box = { x: 0, y: 0, width, height }
  const pixels = resample(grey, width, 1, box, target)
  const inside = { ...target, data: new Uint8Array(pixels.length).fill(1) }
  const plane = pixels.map((value) => Math.min(1, Math.max(0, value / 255)))
  return { box, ratio, ...target, rgb: plane, inside }
}

/** Shows the scan to the network at the scale of its breadth in mm; the scale of 3 mm where that is not known. */
export async function seeScan(
  { octa }: Models,
  picture: Picture,
  scan: 3 | 6 | null,
): Promise<Seen> {
  const { size_px, multiple } = octa.card.input
  const crop = scanCrop(picture, size_px[scan ?? 3])
  const { mean, views } = await inferMaps(octa, crop, multiple, VIEWS)
  return { ...mapsIn(mean), views: views.map(mapsIn), crop }
}

function mapsIn(maps: Record<string, PartMap>): SeenMaps {
  const map = (label: string) => {
    const found = maps[label]
    if (!found) throw new Error(`no output ${label}`)
    return found
  }
  return { large: map('large_vessel'), vessels: map('vessel'), zone: map('zone') }
}
