import { LESIONS, uncountedOf, type SpotLayer } from '@mingmou/contract'
import { encodeGrey, type Grey } from '../image.ts'
import type { FoundLesion, SortedSpots } from './measure/lesions.ts'
import type { Predictions } from './predictions.ts'
import type { PartMap } from '../geometry/part.ts'

/** The spots of one kind that are counted, or that are not. */
export interface SpotMap {
  name: SpotLayer
  /** An 8-bit grey PNG of the photograph's shape: 255 in a spot, 0 elsewhere. */
  encode: () => Promise<Buffer>
}

/** px. Only a field that takes less than a third of its photograph is shown below its own scale. */
const MAX_WIDTH = 4096

/** Both maps of every kind, drawn of the very spots that were counted. */
export function spotMapsOf(
  predictions: Predictions,
  { counted, uncounted }: SortedSpots,
): SpotMap[] {
  return LESIONS.flatMap((kind) => {
    const map = (name: SpotLayer, spots: readonly FoundLesion[]): SpotMap => ({
      name,
      encode: () => encodeGrey(drawSpots(spots, predictions.lesions[kind], predictions)),
    })
    return [map(kind, counted[kind]), map(uncountedOf(kind), uncounted[kind])]
  })
}

/**
 * The spots at the scale at which they were found. None is enlarged or reduced, so that separate
 * spots stay separate.
 */
export function drawSpots(
  spots: readonly FoundLesion[],
  { box, width, height }: PartMap,
  photograph: { width: number; height: number },
): Grey<Uint8Array> {
  const mapRatio = width / box.width
  const ratio = Math.min(mapRatio, MAX_WIDTH / photograph.width)
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
