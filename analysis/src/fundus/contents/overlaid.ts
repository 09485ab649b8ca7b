import { inField, type Field } from '../../field.ts'
import type { Picture } from '../../image.ts'
import { DECISIONS } from '../decisions.ts'
import { marksIn } from './marks.ts'
import { ringIn } from './rings.ts'

/** Share of the field within which is looked, and of its diameter that is left out at straight edges: rims are no retina. */
const [WITHIN, EDGE] = [0.9, 0.03]
/** Levels of a channel between pixels two apart: what a program drew over an eye is as sharp. */
const JUMP = 40
/** A darker pixel is that of the mask, whose edge is as sharp. */
const MASK = 30
/** Pixels of a run that compression, or a line across it, may have spoiled. */
const GAP = 4

/**
 * The longest line along a row or a column at which the colours jump, as a share of the field's diameter: a ruler, a grid,
 * the edge of a box or of another picture. Eyes have none, however ill they are; a lash or a reflex may be as straight.
 */
export function straightest({ width, height, rgb }: Picture, field: Field): number {
  const { box } = field
  const margin = Math.max(2, Math.round(EDGE * field.diameter))
  const within = { ...field, diameter: WITHIN * field.diameter }
  const lightOf = (at: number) => Math.max(rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0)
  const apart = (one: number, other: number) => Math.abs((rgb[one] ?? 0) - (rgb[other] ?? 0))
  const isJump = (one: number, other: number) =>
    (apart(one, other) > JUMP ||
      apart(one + 1, other + 1) > JUMP ||
      apart(one + 2, other + 2) > JUMP) &&
    Math.min(lightOf(one), lightOf(other)) > MASK
  const isLine = (at: number, across: number, x: number, y: number) =>
    isJump(at - across, at + across) && inField(within, x, y)
  const [left, top] = [box.x + margin, box.y + margin]
  const right = Math.min(width - 2, box.x + box.width - margin)
  const bottom = Math.min(height - 2, box.y + box.height - margin)
  const run = (isAt: (along: number) => boolean, from: number, to: number) => {
    let [best, length, gap] = [0, 0, 0]
    for (let along = from; along < to; along++) {
      if (isAt(along)) {
        length += gap + 1
        gap = 0
        best = Math.max(best, length)
      } else if (++gap > GAP) {
        length = 0
        gap = 0
      }
    }
    return best
  }
  const step = 3 * width
  let best = 0
  for (let y = top; y < bottom; y++)
    best = Math.max(
      best,
      run((x) => isLine(3 * (y * width + x), step, x, y), left, right),
    )
  for (let x = left; x < right; x++)
    best = Math.max(
      best,
      run((y) => isLine(3 * (y * width + x), 3, x, y), top, bottom),
    )
  return best / field.diameter
}

/** Whether a program drew or laid something over the field: long straight edges, strokes and colours that no eye has. */
export function isOverlaid(picture: Picture, field: Field): boolean {
  const { most_straight, most_opposed, most_white, most_black, most_ring } = DECISIONS.picture
  if (straightest(picture, field) > most_straight) return true
  const { opposed, white, black } = marksIn(picture, field)
  if (opposed > most_opposed || white > most_white || black > most_black) return true
  return ringIn(picture, field) > most_ring
}
