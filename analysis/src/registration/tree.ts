import type { Spot } from '../geometry/circle.ts'
import { prune } from '../geometry/segments.ts'
import { around, framed, skeletonOf } from '../geometry/skeleton.ts'
import type { Grey } from '../image.ts'
import { resample } from '../resample.ts'

/** The vessels of a picture, as its analysis has kept them. */
export interface Vessels {
  /** px of the picture */
  width: number
  height: number
  /** Of the picture's shape, any size: 128 and more is vessel. */
  map: Grey<Uint8Array>
  /** The field of view, px of the picture; null where the whole picture is seen. */
  field: { centre: readonly [number, number]; diameter: number } | null
}

/** A branching: its place, and the directions in which vessels leave it, radians. */
export interface Branching {
  at: Spot
  ways: readonly number[]
}

/** Centrelines on a grid on which every field has one diameter. */
export interface Tree {
  width: number
  height: number
  /** px of the grid for one px of the picture, across and down */
  ratio: Spot
  /** The middle of the field, on the grid. */
  centre: Spot
  /** Places of the centrelines, and the direction there: radians, without sense. */
  xs: Float32Array
  ys: Float32Array
  angles: Float32Array
  branchings: readonly Branching[]
  isSeen: (x: number, y: number) => boolean
}

/** The diameter of every field on the grid, px: vessels of three px are told apart. */
export const FIELD = 640
export const RADIUS = FIELD / 2
/** Share of a grid px that vessel must cover: thin ones cover little of it. */
const LEAST_COVER = 0.3
/** px around a place in which its direction is taken */
const NEAR = 5
/** Ring around a branching in which its ways are taken, px. */
const RING = [6.5, 9.5] as const
/** Ways that lie nearer than this are one, radians. */
const ONE_WAY = 0.45

export function treeOf({ width, height, map, field }: Vessels): Tree {
  const diameter = field?.diameter ?? Math.max(width, height)
  const size = {
    width: Math.max(1, Math.round((width * FIELD) / diameter)),
    height: Math.max(1, Math.round((height * FIELD) / diameter)),
  }
  const ratio: Spot = [size.width / width, size.height / height]
  const [cx, cy] = field?.centre ?? [(width - 1) / 2, (height - 1) / 2]
  const centre: Spot = [(cx + 0.5) * ratio[0] - 0.5, (cy + 0.5) * ratio[1] - 0.5]
  const lines = centrelines(map, size)
  const points: number[] = []
  for (let i = 0; i < lines.data.length; i++) if (lines.data[i]) points.push(i)
  const xs = Float32Array.from(points, (at) => at % size.width)
  const ys = Float32Array.from(points, (at) => Math.floor(at / size.width))
  const isSeen = (x: number, y: number) =>
    x >= 0 &&
    y >= 0 &&
    x <= size.width - 1 &&
    y <= size.height - 1 &&
    (field === null || (x - centre[0]) ** 2 + (y - centre[1]) ** 2 <= RADIUS ** 2)
  const angles = Float32Array.from(points, (_, at) => directionAt(lines, xs[at] ?? 0, ys[at] ?? 0))
  return { ...size, ratio, centre, xs, ys, angles, branchings: branchingsOf(lines), isSeen }
}

function centrelines(map: Grey<Uint8Array>, size: { width: number; height: number }) {
  const lit = map.data.map((value) => (value >= 128 ? 255 : 0))
  const box = { x: 0, y: 0, width: map.width, height: map.height }
  const cover = resample(lit, map.width, 1, box, size)
  const mask = {
    ...size,
    data: Uint8Array.from(cover, (share) => Number(share >= 255 * LEAST_COVER)),
  }
  return prune(skeletonOf(mask), mask)
}

/** Lit px around a place, seen from it. */
function nearby({ width, height, data }: Grey<Uint8Array>, x: number, y: number, reach: number) {
  const found: Spot[] = []
  for (let py = Math.max(0, y - reach); py <= Math.min(height - 1, y + reach); py++)
    for (let px = Math.max(0, x - reach); px <= Math.min(width - 1, x + reach); px++)
      if (data[py * width + px]) found.push([px - x, py - y])
  return found
}

/** The longer axis of the line around a place. */
function directionAt(lines: Grey<Uint8Array>, x: number, y: number): number {
  const [sxx, sxy, syy] = nearby(lines, x, y, NEAR).reduce(
    ([xx, xy, yy], [dx, dy]) => [xx + dx * dx, xy + dx * dy, yy + dy * dy],
    [0, 0, 0],
  )
  return 0.5 * Math.atan2(2 * sxy, sxx - syy)
}

function branchingsOf(lines: Grey<Uint8Array>): Branching[] {
  const { data, width } = framed(lines)
  const offsets = around(width)
  const found: Spot[] = []
  for (let i = 0; i < data.length; i++) {
    if (!data[i] || offsets.filter((d) => data[i + d]).length < 3) continue
    const at: Spot = [(i % width) - 1, Math.floor(i / width) - 1]
    if (!found.some(([x, y]) => Math.hypot(x - at[0], y - at[1]) < RING[0])) found.push(at)
  }
  return found
    .map((at) => ({ at, ways: waysAt(lines, at) }))
    .filter(({ ways }) => ways.length === 3 || ways.length === 4)
}

function waysAt(lines: Grey<Uint8Array>, [x, y]: Spot): number[] {
  const ways: Spot[][] = []
  for (const [dx, dy] of nearby(lines, x, y, Math.ceil(RING[1]))) {
    const far = Math.hypot(dx, dy)
    if (far < RING[0] || far > RING[1]) continue
    const unit: Spot = [dx / far, dy / far]
    const same = ways.find(([first]) => first && first[0] * unit[0] + first[1] * unit[1] > COSINE)
    if (same) same.push(unit)
    else ways.push([unit])
  }
  return ways.map((way) => {
    const [sx, sy] = way.reduce(([ax, ay], [bx, by]) => [ax + bx, ay + by], [0, 0])
    return Math.atan2(sy, sx)
  })
}
const COSINE = Math.cos(ONE_WAY)
