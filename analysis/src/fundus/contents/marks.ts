import { inField, type Field } from '../../field.ts'
import type { Picture } from '../../image.ts'

/** Share of the field's diameter within which is looked, and that is left out at straight edges: rims are no retina. */
const [WITHIN, EDGE] = [0.86, 0.03]
/** px on each side of a pixel over which an edge is looked at, and between which a stroke lies. */
const ACROSS = 2
const [NARROW, BROAD] = [2, 4]
/** Levels by which a stroke differs from both sides in a channel. */
const APART = 40
/** Levels by which one channel rises at an edge while another one falls. */
const [RISE, FALL] = [60, 30]
/** Every second row is looked at: strokes are broader, or longer. */
const ROWS = 2
/** A darker pixel is black, and a lighter one may be white. */
const [BLACK, LIGHT] = [30, 110]
/** Blue over the largest channel, from which a pixel is white or grey. */
const COLOURLESS = 0.8

/** What a program drew over a field, px over the field's diameter: a stroke as long as the diameter and two px broad has 2. */
export interface Marks {
  /** Edges at which one channel rises while another falls. What a retina reflects or absorbs, it does in all of them. */
  opposed: number
  /** Strokes of white or light grey. */
  white: number
  /** Strokes as black as the mask: letters, and the corners of a small picture. */
  black: number
}

const lightAt = (rgb: Uint8Array, at: number) =>
  Math.max(rgb[at] ?? 0, rgb[at + 1] ?? 0, rgb[at + 2] ?? 0)

function isOpposed(rgb: Uint8Array, one: number, other: number): boolean {
  const red = (rgb[other] ?? 0) - (rgb[one] ?? 0)
  const green = (rgb[other + 1] ?? 0) - (rgb[one + 1] ?? 0)
  const blue = (rgb[other + 2] ?? 0) - (rgb[one + 2] ?? 0)
  const [up, down] = [Math.max(red, green, blue), -Math.min(red, green, blue)]
  if (Math.max(up, down) <= RISE || Math.min(up, down) <= FALL) return false
  return Math.min(lightAt(rgb, one), lightAt(rgb, other)) > BLACK
}

/** Whether a value lies above those on both sides, or below them where `sign` is -1. */
const isBetween = (rgb: Uint8Array, at: number, far: number, sign: 1 | -1) =>
  sign * ((rgb[at] ?? 0) - (rgb[at - far] ?? 0)) > APART &&
  sign * ((rgb[at] ?? 0) - (rgb[at + far] ?? 0)) > APART

/** Looks for strokes and edges of letters, rings, arrows and small pictures inside the field. */
export function marksIn({ width, height, rgb }: Picture, field: Field): Marks {
  const { box, diameter } = field
  const within = { ...field, diameter: WITHIN * diameter }
  const margin = Math.max(BROAD, Math.round(EDGE * diameter))
  const [left, top] = [Math.max(0, box.x) + margin, Math.max(0, box.y) + margin]
  const right = Math.min(width, box.x + box.width) - margin
  const bottom = Math.min(height, box.y + box.height) - margin
  const [along, down] = [3, 3 * width]
  const isStroke = (at: number, sign: 1 | -1) =>
    isBetween(rgb, at, NARROW * along, sign) ||
    isBetween(rgb, at, BROAD * along, sign) ||
    isBetween(rgb, at, NARROW * down, sign) ||
    isBetween(rgb, at, BROAD * down, sign)
  let [opposed, white, black] = [0, 0, 0]
  for (let y = top; y < bottom; y += ROWS)
    for (let x = left; x < right; x++) {
      const at = 3 * (y * width + x)
      const light = lightAt(rgb, at)
      const blue = at + 2
      const isEdge =
        isOpposed(rgb, at - ACROSS * along, at + ACROSS * along) ||
        isOpposed(rgb, at - ACROSS * down, at + ACROSS * down)
      const isWhite = light > LIGHT && (rgb[blue] ?? 0) > COLOURLESS * light && isStroke(blue, 1)
      const isBlack =
        light < BLACK && (isStroke(at, -1) || isStroke(at + 1, -1) || isStroke(blue, -1))
      if (!(isEdge || isWhite || isBlack) || !inField(within, x, y)) continue
      if (isEdge) opposed++
      if (isWhite) white++
      if (isBlack) black++
    }
  const over = ROWS / diameter
  return { opposed: opposed * over, white: white * over, black: black * over }
}
