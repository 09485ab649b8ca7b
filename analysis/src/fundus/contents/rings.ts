import { inField, type Field } from '../../field.ts'
import { fitCircle, type Circle, type Spot } from '../../geometry/circle.ts'
import type { Picture } from '../../image.ts'
import { randomFrom } from '../../random.ts'

/** Share of the field's diameter within which is looked: its rim is a circle too. */
const WITHIN = 0.86
/** px on each side of a pixel that a fine line differs from, and by how many levels of green or blue. */
const [SIDE, APART] = [3, 12]
/** Radii, and how far the middle lies from that of the field, over its diameter. */
const [LEAST, MOST, ASIDE] = [0.03, 0.4, 0.4]
/** Smaller ones are covered by any texture, px. */
const LEAST_PX = 15
/** Circles through three points of fine lines that are tried, and px within which they are taken for one. */
const [TRIED, ALIKE] = [12_000, 3]
/** More cells along a side than any field has. */
const CELLS = 65_536
/** How many of those met most are followed along their whole way, and by how many px they are moved. */
const [LOOKED, MOVED] = [6, 2]
/** Fewer points are no ring. */
const LEAST_POINTS = 60
const ANGLES = 180

interface Lines {
  points: Spot[]
  /** 1 where a fine line is. */
  at: Uint8Array
}

/** Pixels lighter than both sides, or darker where `sign` is -1, in green or blue: red saturates, and is near grey. */
function linesIn({ width, height, rgb }: Picture, field: Field, sign: 1 | -1): Lines {
  const within = { ...field, diameter: WITHIN * field.diameter }
  const { box } = field
  const lines: Lines = { points: [], at: new Uint8Array(width * height) }
  const [across, down] = [3 * SIDE, 3 * SIDE * width]
  const stands = (at: number, far: number) =>
    sign * ((rgb[at] ?? 0) - (rgb[at - far] ?? 0)) > APART &&
    sign * ((rgb[at] ?? 0) - (rgb[at + far] ?? 0)) > APART
  const bottom = Math.min(height - SIDE, box.y + box.height)
  const right = Math.min(width - SIDE, box.x + box.width)
  for (let y = Math.max(SIDE, box.y); y < bottom; y++)
    for (let x = Math.max(SIDE, box.x); x < right; x++) {
      const green = 3 * (y * width + x) + 1
      const blue = green + 1
      const isLine =
        stands(green, across) || stands(green, down) || stands(blue, across) || stands(blue, down)
      if (!isLine || !inField(within, x, y)) continue
      lines.points.push([x, y])
      lines.at[y * width + x] = 1
    }
  return lines
}

/** The circles that three points of the lines lie on most often. */
function commonCircles(points: readonly Spot[], { centre, diameter }: Field): Circle[] {
  const random = randomFrom(points.length)
  const pick = (): Spot => points[Math.floor(random() * points.length)] ?? [0, 0]
  const met = new Map<number, { circle: Circle; times: number }>()
  for (let draw = 0; draw < TRIED; draw++) {
    const circle = fitCircle([pick(), pick(), pick()])
    if (!circle) continue
    const { x, y, radius } = circle
    if (radius < Math.max(LEAST_PX, LEAST * diameter) || radius > MOST * diameter) continue
    if (Math.hypot(x - centre[0], y - centre[1]) > ASIDE * diameter) continue
    const cx = Math.round(x / ALIKE)
    const cy = Math.round(y / ALIKE)
    const r = Math.round(radius / ALIKE)
    const key = (cx * CELLS + cy) * CELLS + r
    const like = met.get(key)
    if (like) like.times++
    else met.set(key, { circle: { x: ALIKE * cx, y: ALIKE * cy, radius: ALIKE * r }, times: 1 })
  }
  const most = [...met.values()].sort((a, b) => b.times - a.times)
  return most.slice(0, LOOKED).map(({ circle }) => circle)
}

/** Share of the way of a circle on which a line is. */
function covered({ at }: Lines, width: number, { x, y, radius }: Circle): number {
  let hits = 0
  for (let step = 0; step < ANGLES; step++) {
    const angle = (2 * Math.PI * step) / ANGLES
    const px = Math.round(x + radius * Math.cos(angle))
    const py = Math.round(y + radius * Math.sin(angle))
    if (px >= 0 && px < width && at[py * width + px] === 1) hits++
  }
  return hits / ANGLES
}

/**
 * The most that fine lines cover of one circle inside the field, from 0 to 1: what a program drew round the macula or the
 * disc. Vessels, reflexes and rims of an eye are no circles.
 */
export function ringIn(picture: Picture, field: Field): number {
  const moves = Array.from({ length: 2 * MOVED + 1 }, (_, at) => at - MOVED)
  let most = 0
  for (const sign of [1, -1] as const) {
    const lines = linesIn(picture, field, sign)
    if (lines.points.length < LEAST_POINTS) continue
    for (const { x, y, radius } of commonCircles(lines.points, field))
      for (const dx of moves)
        for (const dy of moves)
          for (const dr of moves) {
            const moved = { x: x + dx, y: y + dy, radius: radius + dr }
            most = Math.max(most, covered(lines, picture.width, moved))
          }
  }
  return most
}
