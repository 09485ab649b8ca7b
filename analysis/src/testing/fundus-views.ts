import sharp, { type Sharp } from 'sharp'
import type { Field } from '../field.ts'
import type { Picture } from '../image.ts'

interface Shown {
  picture: Picture
  field: Field
}
type View = (shown: Shown, random: () => number) => Sharp | Promise<Sharp>

const rawOf = ({ width, height, rgb }: Picture): Sharp =>
  sharp(rgb, { raw: { width, height, channels: 3 } })

/** A box around a point of the field, as shares of its diameter, without what lies beside the picture. */
function cut({ picture, field }: Shown, at: readonly number[], size: readonly number[]): Sharp {
  const side = (axis: 0 | 1, limit: number) => {
    const middle = field.centre[axis] + (at[axis] ?? 0) * field.diameter
    const half = ((size[axis] ?? 1) * field.diameter) / 2
    const from = Math.min(limit - 8, Math.max(0, Math.round(middle - half)))
    return [from, Math.max(8, Math.min(limit, Math.round(middle + half)) - from)] as const
  }
  const [left, width] = side(0, picture.width)
  const [top, height] = side(1, picture.height)
  return rawOf(picture).extract({ left, top, width, height })
}

const about = (random: () => number, reach: number) => reach * (2 * random() - 1)

/** A crop with no dark edge: within the circle, `side` of its diameter wide, anywhere it fits. */
const inner = (shown: Shown, random: () => number, side: number, flat = 1) => {
  const reach = Math.max(0, 0.48 - (side * Math.hypot(1, flat)) / 2) / Math.SQRT2
  return cut(shown, [about(random, reach), about(random, reach)], [side, flat * side])
}

async function green(from: Sharp): Promise<Sharp> {
  const bytes = await from.extractChannel('green').png().toBuffer()
  return sharp(bytes).toColourspace('srgb')
}

/** A round hole in a black mask, `share` of the field wide. */
async function round(shown: Shown, share: number): Promise<Sharp> {
  const square = await cut(shown, [0, 0], [share, share])
    .png()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = square.info
  const hole = Buffer.from(
    `<svg width="${width}" height="${height}"><circle cx="50%" cy="50%" r="${0.48 * Math.min(width, height)}"/></svg>`,
  )
  const masked = await sharp(square.data)
    .ensureAlpha()
    .composite([{ input: hole, blend: 'dest-in' }])
    .png()
    .toBuffer()
  return sharp(masked).flatten({ background: '#000' })
}

/** How one picture is shown in many ways, with the same chance on every machine. */
export const VIEWS: Record<string, View> = {
  whole: ({ picture }) => rawOf(picture),
  'macular crop': (shown, random) => inner(shown, random, 0.45),
  'square crop': (shown, random) => inner(shown, random, 0.66),
  'wide crop': (shown, random) => inner(shown, random, 0.7, 0.7),
  'small crop': (shown, random) => inner(shown, random, 0.5).resize(260),
  'grey crop': (shown, random) => inner(shown, random, 0.6).greyscale().toColourspace('srgb'),
  'green crop': (shown, random) => green(inner(shown, random, 0.6)),
  grey: ({ picture }) => rawOf(picture).greyscale().toColourspace('srgb'),
  'green channel': ({ picture }) => green(rawOf(picture)),
  'off centre': (shown, random) => cut(shown, [about(random, 0.3), about(random, 0.3)], [1, 1]),
  '30 degrees': (shown) => round(shown, 0.67),
  small: ({ picture }) => rawOf(picture).resize(240),
  compressed: ({ picture }) => rawOf(picture).jpeg({ quality: 20 }),
  dark: ({ picture }) => rawOf(picture).linear(0.35, 0),
  blurred: ({ picture }) => rawOf(picture).blur(Math.max(0.3, 0.005 * picture.width)),
}
