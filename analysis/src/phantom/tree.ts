import type { Spot } from '../geometry/circle.ts'

/** A drawn vessel between two branch points; all lengths in px of the image. */
export interface DrawnSegment {
  kind: 'artery' | 'vein'
  width: number
  points: Spot[]
  length: number
  /** Arc over chord, minus one. */
  tortuosity: number
}

/** The place of the tree. Lengths are field diameters, the origin is the centre of the field. */
export interface Ground {
  random: () => number
  disc: Spot
  fovea: Spot
  /** +1 where the disc lies right of the fovea. */
  side: 1 | -1
  /** Winding of the vessels, 1 as usual. */
  winding: number
}

interface Shoot {
  kind: 'artery' | 'vein'
  x: number
  y: number
  heading: number
  width: number
  reach: number
  /** Radians of turn per unit of length. */
  bend: number
  order: number
}

const STEP = 0.003
const THINNEST = 0.0026
const AVASCULAR = 0.045

const lengthOf = (points: readonly Spot[]) => {
  let sum = 0
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1] ?? [0, 0], points[i] ?? [0, 0]]
    sum += Math.hypot(b[0] - a[0], b[1] - a[1])
  }
  return sum
}

function drawn(kind: DrawnSegment['kind'], width: number, points: Spot[]): DrawnSegment {
  const length = lengthOf(points)
  const [a, b] = [points[0] ?? [0, 0], points[points.length - 1] ?? [0, 0]]
  const chord = Math.hypot(b[0] - a[0], b[1] - a[1])
  return { kind, width, points, length, tortuosity: length / Math.max(1e-9, chord) - 1 }
}

/** Four arcades, each an artery and a vein with branches, and short vessels from the disc. */
export function growTree(ground: Ground): DrawnSegment[] {
  const shoots: Shoot[] = []
  const { random, disc, side } = ground
  const between = (low: number, high: number) => low + (high - low) * random()
  for (const up of [-1, 1])
    for (const temporal of [true, false])
      for (const kind of ['artery', 'vein'] as const) {
        const away = temporal ? -side : side
        const lean =
          (temporal ? between(0.15, 0.4) : between(0.6, 0.9)) + (kind === 'vein' ? 0.2 : 0)
        const heading = Math.atan2(up * Math.cos(lean), away * Math.sin(lean))
        // Temporal arcades turn around the fovea, nasal ones run nearly straight.
        const turn = up * away * (temporal ? between(2.3, 3.1) : between(-0.6, 0.4))
        const size = kind === 'vein' ? between(0.0115, 0.0135) : between(0.0085, 0.0105)
        shoots.push({
          kind,
          x: disc[0] + 0.012 * away + between(-0.01, 0.01),
          y: disc[1] + 0.015 * up + between(-0.008, 0.008),
          heading,
          width: size * (temporal ? 1 : 0.85),
          reach: temporal ? 1.1 : 0.6,
          bend: -turn,
          order: 0,
        })
      }
  const segments: DrawnSegment[] = []
  for (const shoot of shoots) segments.push(...grow(shoot, ground, shoots))
  return segments
}

/** One vessel from its root to its end. Its branches join the queue. */
function grow(shoot: Shoot, ground: Ground, queue: Shoot[]): DrawnSegment[] {
  const { random, fovea, winding } = ground
  const between = (low: number, high: number) => low + (high - low) * random()
  const segments: DrawnSegment[] = []
  let { x, y, heading, width } = shoot
  let left = shoot.reach
  let sideOfNext = random() < 0.5 ? 1 : -1
  const wave = between(0.05, 0.11)
  const swing = winding * between(0.04, 0.11) * (1 + 0.4 * shoot.order)
  let travelled = between(0, wave)
  while (left > 0 && width >= THINNEST) {
    const points: Spot[] = [[x, y]]
    const until = Math.min(left, between(0.05, 0.13) * (1 + 0.3 / (shoot.order + 1)))
    let run = 0
    let ended = false
    while (run < until && !ended) {
      heading += shoot.bend * STEP * (shoot.order === 0 ? Math.min(1, left) : 1)
      const direction = heading + swing * 2.2 * Math.cos((2 * Math.PI * travelled) / wave)
      x += STEP * Math.cos(direction)
      y += STEP * Math.sin(direction)
      run += STEP
      travelled += STEP
      points.push([x, y])
      ended = Math.hypot(x, y) > 0.497 || Math.hypot(x - fovea[0], y - fovea[1]) < AVASCULAR
    }
    if (points.length > 3) segments.push(drawn(shoot.kind, width, points))
    left -= run
    if (ended || left <= 0) break
    if (shoot.order < 3 && width > 1.25 * THINNEST) {
      const ratio = between(0.5, 0.78)
      const inward = Math.atan2(fovea[1] - y, fovea[0] - x)
      const angle = between(0.6, 1.15)
      const towards = Math.sin(inward - heading) > 0 ? 1 : -1
      const turn = random() < 0.3 ? towards : sideOfNext
      queue.push({
        kind: shoot.kind,
        x,
        y,
        heading: heading + turn * angle,
        width: width * ratio,
        reach: Math.min(left, between(0.14, 0.4)),
        bend: -turn * between(0, 1.6),
        order: shoot.order + 1,
      })
      sideOfNext = sideOfNext === 1 ? -1 : 1
      // Murray 1926: the cubes of the calibres add up at a branch.
      width *= Math.cbrt(1 - ratio ** 3) * 0.995
    }
  }
  return segments
}

/** The same segments in px: scaled by the field's diameter about its centre. */
export function inPixels(segments: DrawnSegment[], diameter: number, centre: Spot): DrawnSegment[] {
  return segments.map(({ kind, width, points }) =>
    drawn(
      kind,
      width * diameter,
      points.map(([x, y]): Spot => [centre[0] + x * diameter, centre[1] + y * diameter]),
    ),
  )
}
