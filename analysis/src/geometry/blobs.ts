import type { Spot } from './circle.ts'
import type { Grey } from '../image.ts'

/** Connected pixels of a map. Places and areas are in px of the map. */
export interface Blob {
  pixels: number[]
  /** Weighted by the values of the map. */
  centre: Spot
  peak: number
  /** Sum of the values of the map. */
  mass: number
}

/** The pixels that reach `low`, joined over edges and corners. */
export function blobsOf({ width, height, data }: Grey, low: number): Blob[] {
  // 1 where a pixel reaches `low` and belongs to no blob yet.
  const open = new Uint8Array(data.length)
  for (let i = 0; i < data.length; i++) open[i] = (data[i] ?? 0) < low ? 0 : 1
  const blobs: Blob[] = []
  for (let start = open.indexOf(1); start >= 0; start = open.indexOf(1, start)) {
    open[start] = 0
    const pixels = [start]
    for (let next = 0; next < pixels.length; next++) {
      const at = pixels[next] ?? 0
      const x = at % width
      const left = x > 0 ? -1 : 0
      const right = x < width - 1 ? 1 : 0
      const from = at >= width ? at - width : at
      const to = at < width * (height - 1) ? at + width : at
      for (let row = from; row <= to; row += width)
        for (let near = row + left; near <= row + right; near++) {
          if (open[near] !== 1) continue
          open[near] = 0
          pixels.push(near)
        }
    }
    blobs.push(weighed(pixels, width, data))
  }
  return blobs
}

function weighed(pixels: number[], width: number, data: Float32Array): Blob {
  let [peak, mass, sx, sy] = [0, 0, 0, 0]
  for (const at of pixels) {
    const value = data[at] ?? 0
    const x = at % width
    peak = Math.max(peak, value)
    mass += value
    sx += value * x
    sy += (value * (at - x)) / width
  }
  return { pixels, centre: [sx / mass, sy / mass], peak, mass }
}

/** The blob of the largest sum; undefined without blobs. */
export function mainOf(blobs: readonly Blob[]): Blob | undefined {
  let best: Blob | undefined
  for (const blob of blobs) if (blob.mass > (best?.mass ?? 0)) best = blob
  return best
}
