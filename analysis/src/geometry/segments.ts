import type { Grey } from '../image.ts'
import { around, framed } from './skeleton.ts'

/** px. No vessel is broad enough for a longer spur. */
const LONGEST_SPUR = 100

/** A centreline between two ends or branch points: pixels in path order, first and last included. */
export interface Segment {
  xs: number[]
  ys: number[]
  /** Whether the first and the last pixel are free ends, and not branch points. */
  free: readonly [boolean, boolean]
}

/**
 * Splits centrelines one pixel wide at their branch points into ordered paths. A closed ring is one path that ends
 * where it starts. Every pixel with two neighbours lies on exactly one path. Lone pixels are left out.
 */
export function segmentsOf(skeleton: Grey<Uint8Array>): Segment[] {
  const { width, data } = framed(skeleton)
  const offsets = around(width)
  const linked = (at: number) => offsets.map((d) => at + d).filter((n) => data[n])
  const degree = new Uint8Array(data.length)
  const pixels: number[] = []
  for (let i = 0; i < data.length; i++) if (data[i]) pixels.push(i)
  for (const at of pixels)
    for (const offset of offsets) if (data[at + offset]) degree[at] = (degree[at] ?? 0) + 1

  const used = new Uint8Array(data.length)
  const walk = (path: number[]): number[] => {
    for (;;) {
      const at = path[path.length - 1] ?? 0
      if (degree[at] !== 2) return path
      used[at] = 1
      const before = path[path.length - 2]
      const next = linked(at).find((n) => n !== before && !used[n])
      if (next === undefined) return path
      path.push(next)
    }
  }
  const paths: number[][] = []
  for (const node of pixels) {
    if (degree[node] === 2) continue
    for (const next of linked(node)) {
      // Two adjacent branch points are one joint, not a vessel.
      if (degree[next] !== 2) {
        if (node < next && (degree[node] === 1 || degree[next] === 1)) paths.push([node, next])
      } else if (!used[next]) paths.push(walk([node, next]))
    }
  }
  for (const start of pixels) {
    if (used[start] || degree[start] !== 2) continue
    paths.push([...walk([start]), start])
  }
  return paths.map((path) => ({
    xs: path.map((at) => (at % width) - 1),
    ys: path.map((at) => Math.floor(at / width) - 1),
    free: [degree[path[0] ?? 0] === 1, degree[path[path.length - 1] ?? 0] === 1],
  }))
}

/** Distance from a pixel of a mask to the nearest pixel outside it, px; 0 outside the mask. */
export function radiusAt({ width, height, data }: Grey<Uint8Array>, x: number, y: number): number {
  let nearest = Infinity
  for (let ring = 0; ring < nearest; ring++)
    for (let dy = -ring; dy <= ring; dy++)
      for (let dx = -ring; dx <= ring; dx += Math.abs(dy) === ring ? 1 : Math.max(1, 2 * ring)) {
        const [px, py] = [x + dx, y + dy]
        const inside =
          px >= 0 && py >= 0 && px < width && py < height && data[py * width + px] !== 0
        if (!inside) nearest = Math.min(nearest, Math.hypot(dx, dy))
      }
  return nearest
}

/** Removes free branches no longer than the width of the vessel. Thinning makes them from rough borders. */
export function prune(skeleton: Grey<Uint8Array>, mask: Grey<Uint8Array>): Grey<Uint8Array> {
  const data = Uint8Array.from(skeleton.data)
  for (const { xs, ys, free } of segmentsOf(skeleton)) {
    if (free[0] === free[1] || xs.length > LONGEST_SPUR) continue
    const joint = free[0] ? xs.length - 1 : 0
    const breadth = radiusAt(mask, xs[joint] ?? 0, ys[joint] ?? 0)
    if (xs.length - 1 > Math.max(3, 1.5 * breadth)) continue
    for (let i = 0; i < xs.length; i++)
      if (i !== joint) data[(ys[i] ?? 0) * skeleton.width + (xs[i] ?? 0)] = 0
  }
  return { width: skeleton.width, height: skeleton.height, data }
}
