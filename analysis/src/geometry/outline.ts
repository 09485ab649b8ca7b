import type { Spot } from './circle.ts'
import type { PartMap } from './part.ts'
import { blobsOf, mainOf } from './blobs.ts'
import { CUT, toImage, valueAt } from './part.ts'

/** Corners of an outline and directions of a profile: one in five degrees, from the right, clockwise in the picture. */
export const RAYS = 72
/** Smoothing of an outline, in directions: one standard deviation. */
const SMOOTHING = 2

const directions: readonly Spot[] = Array.from({ length: RAYS }, (_, ray) => {
  const angle = (2 * Math.PI * ray) / RAYS
  return [Math.cos(angle), Math.sin(angle)]
})

/** The map, lowered below the cut outside its main connected part. */
function mainPart(map: PartMap): { map: PartMap; centre: Spot } | null {
  const blobs = blobsOf(map, CUT)
  const main = mainOf(blobs)
  if (!main) return null
  const data = map.data.slice()
  for (const blob of blobs) if (blob !== main) for (const at of blob.pixels) data[at] = 0
  return { map: { ...map, data }, centre: main.centre }
}

/** Distance along a ray to where the map last falls below the cut, at a sub-pixel place, px of the map. */
function reachOf(map: PartMap, [x, y]: Spot, [dx, dy]: Spot): number {
  const far = Math.hypot(map.width, map.height)
  let reach = 0
  let before = valueAt(map, x, y)
  for (let r = 0.5; r <= far; r += 0.5) {
    const [px, py] = [x + r * dx, y + r * dy]
    if (px < -1 || py < -1 || px > map.width || py > map.height) break
    const now = valueAt(map, px, py)
    if (before >= CUT && now < CUT) reach = r - (0.5 * (CUT - now)) / (before - now)
    before = now
  }
  return reach
}

/** Smooths a closed line of values by a Gaussian along it. */
export function smoothedAround(values: readonly number[], sigma: number): number[] {
  const reach = Math.ceil(3 * sigma)
  const n = values.length
  return values.map((_, i) => {
    let [sum, weight] = [0, 0]
    for (let k = -reach; k <= reach; k++) {
      const share = Math.exp(-(k * k) / (2 * sigma * sigma))
      sum += share * (values[(i + k + n) % n] ?? 0)
      weight += share
    }
    return sum / weight
  })
}

/**
 * The smooth region of a map: its main part with holes filled, as a polygon of `RAYS` corners around its middle, px of
 * the image. Null where nothing reaches the cut.
 */
export function outlineOf(map: PartMap): Spot[] | null {
  const main = mainPart(map)
  if (!main) return null
  const reaches = directions.map((direction) => reachOf(main.map, main.centre, direction))
  const [x, y] = main.centre
  return smoothedAround(reaches, SMOOTHING).map((reach, ray) => {
    const [dx, dy] = directions[ray] ?? [0, 0]
    return toImage(map, [x + reach * dx, y + reach * dy])
  })
}

export function areaOf(polygon: readonly Spot[]): number {
  let twice = 0
  for (const [i, [x, y]] of polygon.entries()) {
    const [nx, ny] = polygon[(i + 1) % polygon.length] ?? [x, y]
    twice += x * ny - nx * y
  }
  return Math.abs(twice) / 2
}

/** The middle of the area. */
export function middleOf(polygon: readonly Spot[]): Spot {
  const [ox, oy] = polygon[0] ?? [0, 0]
  let [twice, sx, sy] = [0, 0, 0]
  for (const [i, [x, y]] of polygon.entries()) {
    const [nx, ny] = polygon[(i + 1) % polygon.length] ?? [x, y]
    const cross = (x - ox) * (ny - oy) - (nx - ox) * (y - oy)
    twice += cross
    sx += cross * (x + nx - 2 * ox)
    sy += cross * (y + ny - 2 * oy)
  }
  return twice === 0 ? [ox, oy] : [ox + sx / (3 * twice), oy + sy / (3 * twice)]
}

/** Extents along the axes of the image, or along axes turned by `tilt` degrees, clockwise in the picture. */
export function extentsOf(polygon: readonly Spot[], tilt = 0): { width: number; height: number } {
  const [cos, sin] = [Math.cos((tilt * Math.PI) / 180), Math.sin((tilt * Math.PI) / 180)]
  const span = (dx: number, dy: number) => {
    const values = polygon.map(([x, y]) => x * dx + y * dy)
    return Math.max(...values) - Math.min(...values)
  }
  return { width: span(cos, sin), height: span(-sin, cos) }
}

/** Distance from a place to the farthest side of the polygon in every direction. 0 where the ray meets none. */
export function profileOf(polygon: readonly Spot[], [x, y]: Spot): number[] {
  return directions.map(([dx, dy]) => {
    let reach = 0
    for (const [i, [ax, ay]] of polygon.entries()) {
      const [bx, by] = polygon[(i + 1) % polygon.length] ?? [ax, ay]
      const [ex, ey] = [bx - ax, by - ay]
      const cross = dx * ey - dy * ex
      if (cross === 0) continue
      const t = ((ax - x) * ey - (ay - y) * ex) / cross
      const u = ((ax - x) * dy - (ay - y) * dx) / cross
      if (t > reach && u >= 0 && u <= 1) reach = t
    }
    return reach
  })
}

/** Whether a place lies in the polygon. */
export function isInside(polygon: readonly Spot[], [x, y]: Spot): boolean {
  let inside = false
  for (const [i, [ax, ay]] of polygon.entries()) {
    const [bx, by] = polygon[(i + 1) % polygon.length] ?? [ax, ay]
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside
  }
  return inside
}

/**
 * The stretches of every row of a map that are inside a polygon in px of the map. Even entries
 * begin, odd entries end.
 */
export function stretchesOf(polygon: readonly Spot[], height: number): number[][] {
  return Array.from({ length: height }, (_, y) => {
    const crossings: number[] = []
    for (const [i, [ax, ay]] of polygon.entries()) {
      const [bx, by] = polygon[(i + 1) % polygon.length] ?? [ax, ay]
      if (ay > y !== by > y) crossings.push(ax + ((y - ay) / (by - ay)) * (bx - ax))
    }
    return crossings.sort((a, b) => a - b)
  })
}
