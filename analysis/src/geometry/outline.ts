import type { Grey } from '../image.ts'
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
function mainPart(map: PartMap): { map: PartMap; centre: Spot; around: Around } | null {
  const blobs = blobsOf(map, CUT)
  const main = mainOf(blobs)
  if (!main) return null
  const around = aroundOf(main.pixels, map.width)
  if (blobs.length === 1) return { map, centre: main.centre, around }
  const data = map.data.slice()
  for (const blob of blobs) if (blob !== main) for (const at of blob.pixels) data[at] = 0
  return { map: { ...map, data }, centre: main.centre, around }
}

/** The first and the last column and row of a part, px of the map. */
interface Around {
  left: number
  right: number
  top: number
  bottom: number
}

function aroundOf(pixels: readonly number[], width: number): Around {
  const around = { left: Infinity, right: 0, top: Infinity, bottom: 0 }
  for (const at of pixels) {
    const x = at % width
    const y = (at - x) / width
    if (x < around.left) around.left = x
    if (x > around.right) around.right = x
    if (y < around.top) around.top = y
    if (y > around.bottom) around.bottom = y
  }
  return around
}

/**
 * Distance along a ray to where the map last falls below the cut, at a sub-pixel place, px of the
 * map. The map reaches the cut only in the part around which `around` lies.
 */
function reachOf(map: PartMap, around: Around, [x, y]: Spot, [dx, dy]: Spot): number {
  const { left, right, top, bottom } = around
  const far = Math.hypot(map.width, map.height)
  let reach = 0
  let before = valueAt(map, x, y)
  for (let r = 0.5; r <= far; r += 0.5) {
    const px = x + r * dx
    const py = y + r * dy
    // The step before ended outside: the last fall is behind.
    if (before < CUT && (px < left - 1 || py < top - 1 || px > right + 1 || py > bottom + 1)) break
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
  const reaches = directions.map((direction) =>
    reachOf(main.map, main.around, main.centre, direction),
  )
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
    let before = polygon[0]
    for (let i = 1; i <= polygon.length; i++) {
      const next = polygon[i % polygon.length]
      if (!before || !next) continue
      const ax = before[0]
      const ay = before[1]
      const ex = next[0] - ax
      const ey = next[1] - ay
      before = next
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
  const rows = Array.from({ length: height }, (): number[] => [])
  for (const [i, [ax, ay]] of polygon.entries()) {
    const [bx, by] = polygon[(i + 1) % polygon.length] ?? [ax, ay]
    const last = Math.min(height, Math.ceil(Math.max(ay, by)))
    for (let y = Math.max(0, Math.ceil(Math.min(ay, by))); y < last; y++)
      rows[y]?.push(ax + ((y - ay) / (by - ay)) * (bx - ax))
  }
  for (const crossings of rows) crossings.sort((a, b) => a - b)
  return rows
}

/** 255 within a polygon in px of an image, 0 elsewhere: of the image's shape, at most `maxWidth` px wide. */
export function insideOf(
  polygon: readonly Spot[],
  image: { width: number; height: number },
  maxWidth = image.width,
): Grey<Uint8Array> {
  const ratio = Math.min(1, maxWidth / image.width)
  const [width, height] = [Math.round(image.width * ratio), Math.round(image.height * ratio)]
  const data = new Uint8Array(width * height)
  const placed = polygon.map(([x, y]): Spot => [(x + 0.5) * ratio - 0.5, (y + 0.5) * ratio - 0.5])
  for (const [y, crossings] of stretchesOf(placed, height).entries())
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const from = Math.max(0, Math.ceil(crossings[k] ?? 0))
      const to = Math.min(width, Math.ceil(crossings[k + 1] ?? 0))
      if (to > from) data.fill(255, y * width + from, y * width + to)
    }
  return { width, height, data }
}
