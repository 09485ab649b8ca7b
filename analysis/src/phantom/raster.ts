import type { Spot } from '../geometry/circle.ts'
import type { DrawnSegment } from './tree.ts'

interface Size {
  width: number
  height: number
}

/**
 * Calls `paint` for each piece of the polyline, with every pixel within `reach` px and its
 * distance.
 */
export function nearLine(
  points: readonly Spot[],
  reach: number,
  { width, height }: Size,
  paint: (index: number, distance: number) => void,
) {
  for (let i = 1; i < points.length; i++) {
    const [ax, ay] = points[i - 1] ?? [0, 0]
    const [bx, by] = points[i] ?? [0, 0]
    const [dx, dy] = [bx - ax, by - ay]
    const square = Math.max(1e-9, dx * dx + dy * dy)
    const top = Math.max(0, Math.floor(Math.min(ay, by) - reach))
    const bottom = Math.min(height - 1, Math.ceil(Math.max(ay, by) + reach))
    const left = Math.max(0, Math.floor(Math.min(ax, bx) - reach))
    const right = Math.min(width - 1, Math.ceil(Math.max(ax, bx) + reach))
    for (let y = top; y <= bottom; y++)
      for (let x = left; x <= right; x++) {
        const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / square))
        const distance = Math.hypot(x - ax - t * dx, y - ay - t * dy)
        if (distance <= reach) paint(y * width + x, distance)
      }
  }
}

/** Paints the vessels: 1 in `truth` where the middle of a pixel lies in one, and the light they absorb, 0..1. */
export function paintVessels(segments: readonly DrawnSegment[], size: Size) {
  const truth = new Uint8Array(size.width * size.height)
  const taken = new Float32Array(size.width * size.height)
  for (const { kind, width, points } of segments) {
    const radius = width / 2
    const strength =
      (kind === 'vein' ? 0.5 : 0.34) * Math.min(1, 0.45 + ((0.09 * size.width) / 1000) * radius)
    nearLine(points, radius + 0.5, size, (at, distance) => {
      if (distance <= radius) truth[at] = 1
      const across = Math.min(1, distance / radius)
      const round = 0.7 + 0.3 * Math.sqrt(1 - across * across)
      const reflex = kind === 'artery' && across < 0.3 && radius > 3 ? 0.72 : 1
      const cover = Math.min(1, radius + 0.5 - distance)
      taken[at] = Math.max(taken[at] ?? 0, strength * round * reflex * cover)
    })
  }
  return { truth, taken }
}
