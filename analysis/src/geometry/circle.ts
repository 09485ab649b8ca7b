import { randomFrom } from '../random.ts'

export interface Circle {
  x: number
  y: number
  radius: number
}

export type Spot = readonly [x: number, y: number]

/** The circle nearest to the points by algebraic least squares (Kasa 1976); undefined when they lie on a line. */
export function fitCircle(points: readonly Spot[]): Circle | undefined {
  const n = points.length
  if (n < 3) return undefined
  let mx = 0
  let my = 0
  for (const [x, y] of points) {
    mx += x / n
    my += y / n
  }
  let uu = 0
  let uv = 0
  let vv = 0
  let ru = 0
  let rv = 0
  let rr = 0
  for (const [x, y] of points) {
    const u = x - mx
    const v = y - my
    const r = u * u + v * v
    uu += u * u
    uv += u * v
    vv += v * v
    ru += r * u
    rv += r * v
    rr += r
  }
  const det = uu * vv - uv * uv
  if (Math.abs(det) < 1e-6 * rr * rr) return undefined
  const u = (ru * vv - rv * uv) / (2 * det)
  const v = (rv * uu - ru * uv) / (2 * det)
  return { x: mx + u, y: my + v, radius: Math.sqrt(u * u + v * v + rr / n) }
}

/** Distance of a point from the circle's line, px. */
export function offCircle({ x, y, radius }: Circle, [px, py]: Spot): number {
  return Math.abs(Math.sqrt((px - x) ** 2 + (py - y) ** 2) - radius)
}

const DRAWS = 200
const POINTS_TRIED = 300

/** The circle most points agree on within `tolerance` px, its radius between the limits (RANSAC, fixed draws). */
export function agreedCircle(
  all: readonly Spot[],
  tolerance: number,
  radius: { least: number; most: number },
): Circle | undefined {
  const stride = Math.ceil(all.length / POINTS_TRIED)
  const points = all.filter((_, i) => i % stride === 0)
  const xs = Float64Array.from(points, ([x]) => x)
  const ys = Float64Array.from(points, ([, y]) => y)
  const random = randomFrom(all.length)
  const allowed = (circle: Circle | undefined): circle is Circle =>
    circle !== undefined && circle.radius >= radius.least && circle.radius <= radius.most
  let best: Circle | undefined
  let agreed = 5
  for (let draw = 0; draw < DRAWS && points.length > 0; draw++) {
    const three = [0, 1, 2].map(
      () => points[Math.floor(random() * points.length)] ?? ([0, 0] as const),
    )
    const circle = fitCircle(three)
    if (!allowed(circle)) continue
    let count = 0
    const { x, y } = circle
    for (let i = 0; i < xs.length; i++) {
      const distance = Math.sqrt(((xs[i] ?? 0) - x) ** 2 + ((ys[i] ?? 0) - y) ** 2)
      if (Math.abs(distance - circle.radius) < tolerance) count++
    }
    if (count > agreed) [best, agreed] = [circle, count]
  }
  for (let pass = 0; best && pass < 3; pass++) {
    const last: Circle = best
    const better = fitCircle(all.filter((point) => offCircle(last, point) < tolerance))
    if (!allowed(better)) break
    best = better
  }
  return best
}
