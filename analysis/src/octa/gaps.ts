import type { OctaFindings } from '@mingmou/contract'
import { blobsOf } from '../geometry/blobs.ts'
import { clearOf } from '../geometry/clear.ts'
import { toImage, stepOf, type PartMap } from '../geometry/part.ts'
import type { Grey } from '../image.ts'
import { DECISIONS } from './decisions.ts'

/** Patches without capillaries, and the mask of them. */
export interface Gaps {
  measures: NonNullable<OctaFindings['gaps']>
  mask: PartMap
}

const MOST_SPOTS = 50

const either = (one: Grey<Uint8Array>, other: Grey<Uint8Array>): Grey<Uint8Array> => ({
  ...one,
  data: one.data.map((value, at) => value | (other.data[at] ?? 0)),
})

/** The pixels within `radius` px of a mask. */
function grown(mask: Grey<Uint8Array>, radius: number): Grey<Uint8Array> {
  const clear = clearOf(mask, radius)
  return { ...clear, data: clear.data.map((value) => 1 - value) }
}

/**
 * Patches without capillaries: where a disc of the card's radius lies between the vessels, away from the zone, and the
 * discs together take the card's least area. `vessels` holds 1 where any vessel is; `mmPerPx` mm for one px of the map.
 */
export function gapsOf(
  map: PartMap,
  vessels: Grey<Uint8Array>,
  zone: Grey<Uint8Array> | null,
  { mmPerPx, scan }: { mmPerPx: number; scan: 3 | 6 },
): Gaps {
  const { radius_mm, least_mm2, zone_margin_mm } = DECISIONS.gaps
  const radius = radius_mm[scan] / mmPerPx
  const taken = zone ? either(vessels, grown(zone, zone_margin_mm / mmPerPx)) : vessels
  const open = grown(clearOf(taken, radius), radius)
  const patches = blobsOf({ ...open, data: Float32Array.from(open.data) }, 1)
    .filter(({ pixels }) => pixels.length * mmPerPx ** 2 >= least_mm2[scan])
    .toSorted((a, b) => b.pixels.length - a.pixels.length)
  const data = new Float32Array(open.data.length)
  for (const { pixels } of patches) for (const at of pixels) data[at] = 1
  const count = patches.reduce((sum, { pixels }) => sum + pixels.length, 0)
  return {
    measures: {
      count: patches.length,
      area: count * mmPerPx ** 2,
      percent: (100 * count) / data.length,
      largest: (patches[0]?.pixels.length ?? 0) * mmPerPx ** 2,
      spots: patches.slice(0, MOST_SPOTS).map(({ pixels, centre }) => {
        const [x, y] = toImage(map, centre)
        return [x, y, Math.sqrt(pixels.length / Math.PI) * stepOf(map)]
      }),
    },
    mask: { ...map, data },
  }
}
