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
  const visited = new Uint8Array(data.length)
  const blobs: Blob[] = []
  for (let start = 0; start < data.length; start++) {
    if (visited[start] || (data[start] ?? 0) < low) continue
    visited[start] = 1
    const pixels = [start]
    for (let next = 0; next < pixels.length; next++) {
      const at = pixels[next] ?? 0
      const x = at % width
      const y = (at - x) / width
      for (let py = Math.max(0, y - 1); py <= Math.min(height - 1, y + 1); py++)
        for (let px = Math.max(0, x - 1); px <= Math.min(width - 1, x + 1); px++) {
          const near = py * width + px
          if (visited[near] || (data[near] ?? 0) < low) continue
          visited[near] = 1
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
