import { blobsOf, mainOf } from '../geometry/blobs.ts'
import type { Spot } from '../geometry/circle.ts'
import { CUT, valueAt, type PartMap } from '../geometry/part.ts'
import type { Grey } from '../image.ts'
import { solve } from '../geometry/solve.ts'

/** An ellipse whose axes lie along the sides of the picture. */
export interface Ellipse {
  x: number
  y: number
  rx: number
  ry: number
}

/** Distance from the middle of an ellipse, 1 on its line. */
export const fromMiddle = ({ x, y, rx, ry }: Ellipse, px: number, py: number): number =>
  Math.hypot((px - x) / rx, (py - y) / ry)

/** Directions in which the border is looked for. */
const RAYS = 96
/** Share of the rays that must meet a border inside the picture. */
const LEAST_RAYS = 0.35
/** A border point this far off the first ellipse, as a share of its radius, does not shape the second. */
const ASTRAY = 0.08

/**
 * The whole cornea from a map of its probability, px of the map: the ellipse nearest to the border of the main part by
 * algebraic least squares, fitted again without points that lie astray. Where the frame cuts the cornea there is no border,
 * and the ellipse completes it. Null without a part, or with too little of a border.
 */
export function corneaOf(map: PartMap): Ellipse | null {
  const main = mainOf(blobsOf(map, CUT))
  if (!main) return null
  const part = new Float32Array(map.data.length)
  for (const at of main.pixels) part[at] = map.data[at] ?? 0
  const border = borderOf({ ...map, data: part }, main.centre)
  if (border.length < LEAST_RAYS * RAYS) return null
  const first = fitted(border)
  if (!first) return null
  const near = border.filter(([x, y]) => Math.abs(fromMiddle(first, x, y) - 1) < ASTRAY)
  return (near.length >= LEAST_RAYS * RAYS ? fitted(near) : null) ?? first
}

/** Where each ray from a place last falls below the cut inside the picture. */
function borderOf(map: Grey, [x, y]: Spot): Spot[] {
  const found: Spot[] = []
  for (let ray = 0; ray < RAYS; ray++) {
    const angle = (2 * Math.PI * ray) / RAYS
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
    let [before, reach] = [0, 0]
    for (let r = 0; ; r += 0.5) {
      const [px, py] = [x + r * dx, y + r * dy]
      if (px < 1 || py < 1 || px > map.width - 2 || py > map.height - 2) {
        // The frame cuts the part here.
        if (before >= CUT) reach = 0
        break
      }
      const now = valueAt(map, px, py)
      if (before >= CUT && now < CUT) reach = r - (0.5 * (CUT - now)) / (before - now)
      before = now
    }
    if (reach > 0) found.push([x + reach * dx, y + reach * dy])
  }
  return found
}

/** The ellipse a x^2 + b y^2 + c x + d y = 1 by least squares, in coordinates around the points' middle. */
function fitted(points: readonly Spot[]): Ellipse | null {
  const n = points.length
  const [mx, my] = [0, 1].map(
    (axis) => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / n,
  )
  if (mx === undefined || my === undefined) return null
  const size = Math.max(...points.map(([x, y]) => Math.hypot(x - mx, y - my)))
  const rows = points.map(([x, y]) => {
    const [u, v] = [(x - mx) / size, (y - my) / size]
    return [u * u, v * v, u, v]
  })
  const solved = solve(
    [0, 1, 2, 3].map((i) => [
      ...[0, 1, 2, 3].map((j) => rows.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0)),
      rows.reduce((sum, row) => sum + (row[i] ?? 0), 0),
    ]),
  )
  const [a = 0, b = 0, c = 0, d = 0] = solved ?? []
  if (a <= 0 || b <= 0) return null
  const [u, v] = [-c / (2 * a), -d / (2 * b)]
  const level = 1 + a * u * u + b * v * v
  return {
    x: mx + u * size,
    y: my + v * size,
    rx: Math.sqrt(level / a) * size,
    ry: Math.sqrt(level / b) * size,
  }
}
