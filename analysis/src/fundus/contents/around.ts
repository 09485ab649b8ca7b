import { coloursOf, type Colours } from '../../colour.ts'
import { inField, isPart, type Field } from '../../field.ts'
import { lightAt, medianOf, piecesOf, type Holds, type Small } from '../../tiles.ts'
import { DECISIONS } from '../decisions.ts'

const { picture: LIMITS } = DECISIONS

/** Share of the field's radius beyond which the rim of the field has colours of its own. */
const RIM = 0.92

/** Breadth of the ring around the field in which the mask is looked at, as a share of the field's radius. */
const RING = 0.1
/** Of the pixels of that ring, this share is darker than the level of the mask: a section may cover the others. */
const OF_MASK = 0.2

/** The pixels of a small picture that lie in the field, outside it by `margin` of its diameter, and of those the nearest. */
function pixelsOf({ width, height, step }: Small, field: Field) {
  const rim = isPart(field) ? 1 : RIM
  const inner = { ...field, diameter: rim * field.diameter }
  const [cx, cy] = field.centre
  const radius = (LIMITS.margin * field.diameter) / 2
  const inside: number[] = []
  const outside: number[] = []
  const ring: number[] = []
  for (let at = 0; at < width * height; at++) {
    const x = ((at % width) + 0.5) * step - 0.5
    const y = (Math.floor(at / width) + 0.5) * step - 0.5
    if (inField(inner, x, y)) inside.push(at)
    else {
      const away = Math.hypot(x - cx, y - cy)
      if (away > radius) outside.push(at)
      if (away > radius && away <= radius * (1 + RING)) ring.push(at)
    }
  }
  return { inside, ring, outside }
}

/** The colours of the field. */
export const fieldColours = (small: Small, field: Field): Colours =>
  coloursOf(small, pixelsOf(small, field).inside)

/**
 * What lies around the field that was found: nothing but the dark mask and a caption, other things, or further fields.
 */
export function aroundField(small: Small, field: Field): Holds | null {
  const { inside, ring, outside } = pixelsOf(small, field)
  const light = medianOf(inside.map((at) => lightAt(small, at)))
  const dark = medianOf(outside.map((at) => lightAt(small, at)))
  // On a light ground the ground itself is what lies around.
  const ground = Math.min(dark, LIMITS.dark_ground)
  const level = ground + LIMITS.lit * Math.max(0, light - ground)
  const lit = new Uint8Array(small.width * small.height)
  for (const at of outside) if (lightAt(small, at) > level) lit[at] = 1
  const parts = piecesOf(small, (at) => lit[at] === 1)
  const all = parts.reduce((sum, { size }) => sum + size, 0)
  if (all <= LIMITS.most_around * inside.length)
    return faintAround(small, { ring, outside }) > LIMITS.most_faint * inside.length
      ? 'surrounded'
      : null
  const largest = parts[0]?.size ?? 0
  const isField =
    largest >= LIMITS.another_field * inside.length &&
    isColoured(small, lit, fieldColours(small, field))
  return isField ? 'several_fields' : 'surrounded'
}

/**
 * The largest part, px, that is a little lighter than the mask is beside the field: a dark section of a scan, or an empty
 * panel. Flare lights the mask on all sides of the field, and falls off without an edge.
 */
function faintAround(small: Small, { ring, outside }: { ring: number[]; outside: number[] }) {
  const lights = ring.map((at) => lightAt(small, at)).sort((a, b) => a - b)
  const mask = lights[Math.floor(OF_MASK * lights.length)]
  if (mask === undefined) return 0
  const lit = new Uint8Array(small.width * small.height)
  for (const at of outside) if (lightAt(small, at) > mask + LIMITS.faint) lit[at] = 1
  return piecesOf(small, (at) => lit[at] === 1)[0]?.size ?? 0
}

/** Whether what is lit around a field has colours like it. A page or a program is white or grey. */
function isColoured(small: Small, lit: Uint8Array, own: Colours): boolean {
  const pixels = [...lit.keys()].filter((at) => lit[at] === 1)
  const { colour } = coloursOf(small, pixels)
  return colour >= LIMITS.like_field * own.colour
}
