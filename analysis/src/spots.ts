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
  const free = (at: number, label: number) =>
    [-width, 0, width].every((row) =>
      [-1, 0, 1].every((column) => [0, label].includes(out[at + row + column] ?? 0)),
    )
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const label = owners[at] ?? 0
      if (label === 0) continue
      for (const side of [-1, 1]) {
        const [beside, below] = [at + side, at + width]
        if (owners[below + side] !== label || out[beside] || out[below]) continue
        const corner = [beside, below].find((one) => free(one, label))
        if (corner !== undefined) out[corner] = label
      }
    }
  return out
}
