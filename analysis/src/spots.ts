import { MASK_WIDTH } from '@mingmou/contract'
import type { NamedMap } from './analyser.ts'
import type { PartMap } from './geometry/part.ts'
import type { Grey } from './image.ts'

/** The maps of an image, with what is counted in the place of the probabilities that it was found in. */
export const withCounted = (
  maps: readonly NamedMap[],
  counted: readonly NamedMap[],
): NamedMap[] => [
  ...maps.map((map) => counted.find(({ name }) => name === map.name) ?? map),
  ...counted.filter(({ name }) => !maps.some((map) => map.name === name)),
]

/**
 * Spots at the scale at which they were found: 255 in one, 0 elsewhere. None is enlarged or reduced, so that separate spots
 * stay separate. Only where that scale would be wider than a mask, the picture is smaller.
 */
export function drawSpots(
  spots: readonly { pixels: readonly number[] }[],
  { box, width, height }: PartMap,
  photograph: { width: number; height: number },
): Grey<Uint8Array> {
  const mapRatio = width / box.width
  const ratio = Math.min(mapRatio, MASK_WIDTH / photograph.width)
  const size = {
    width: Math.max(1, Math.round(photograph.width * ratio)),
    height: Math.max(1, Math.round(photograph.height * ratio)),
  }
  const placed = (start: number, length: number, whole: number) => {
    const first = Math.min(
      Math.round(start * ratio),
      whole - Math.ceil((length * ratio) / mapRatio),
    )
    return (at: number) => first + Math.floor(((at + 0.5) * ratio) / mapRatio)
  }
  const across = placed(box.x, width, size.width)
  const down = placed(box.y, height, size.height)
  const owners = new Uint32Array(size.width * size.height)
  for (const [index, { pixels }] of spots.entries())
    for (const at of pixels) {
      const x = at % width
      owners[down((at - x) / width) * size.width + across(x)] = index + 1
    }
  return { ...size, data: litOf(bridge({ ...size, owners })) }
}

function litOf(owners: Uint32Array): Uint8Array {
  const lit = new Uint8Array(owners.length)
  for (let at = 0; at < lit.length; at++) if (owners[at]) lit[at] = 255
  return lit
}

interface Owned {
  width: number
  height: number
  /** One entry for each pixel: the spot, from 1 on. */
  owners: Uint32Array
}

/**
 * A spot connected by corners alone looks like two. So a pixel beside the corner is lit too, unless
 * it touches another spot.
 */
function bridge({ width, height, owners }: Owned): Uint32Array {
  const out = owners.slice()
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const label = owners[at] ?? 0
      if (label === 0) continue
      const below = at + width
      for (let side = -1; side <= 1; side += 2) {
        const beside = at + side
        if (owners[below + side] !== label || out[beside] || out[below]) continue
        if (isFree(out, width, beside, label)) out[beside] = label
        else if (isFree(out, width, below, label)) out[below] = label
      }
    }
  return out
}

/** Whether the nine pixels around a place belong to the spot or to none. */
function isFree(owners: Uint32Array, width: number, at: number, label: number): boolean {
  for (let row = at - width; row <= at + width; row += width)
    for (let near = row - 1; near <= row + 1; near++) {
      const owner = owners[near] ?? 0
      if (owner !== 0 && owner !== label) return false
    }
  return true
}
