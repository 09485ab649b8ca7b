import sharp, { type Sharp } from 'sharp'
import { findField } from '../field.ts'
import { decode, type Picture } from '../image.ts'
import { randomFrom } from '../random.ts'

/**
 * How a second photograph of an eye differs from the first. `turn`: degrees. `shift` and `blur`, a standard deviation: shares
 * of the field's diameter. `noise`: a standard deviation of 255 levels.
 */
interface Taken {
  turn: number
  light: number
  scale: number
  shift: readonly [number, number]
  blur: number
  noise: number
}

/** The photograph as it is, and three others that the same minute could have brought. */
const TAKEN: readonly Taken[] = [
  { turn: 0, light: 1, scale: 1, shift: [0, 0], blur: 0, noise: 0 },
  { turn: 4, light: 1.12, scale: 1, shift: [0.01, -0.01], blur: 0.0003, noise: 0 },
  { turn: -3, light: 0.88, scale: 0.97, shift: [-0.02, 0.01], blur: 0.0005, noise: 1 },
  { turn: 2, light: 1.05, scale: 1.03, shift: [0.02, 0.02], blur: 0, noise: 2 },
]

/** The share of the field that all of them show. A camera's stop stays where it is when the eye moves. */
const STOP = 0.93
/** The black around the stop, as a share of it. */
const EDGE = 0.05

/**
 * The same eye photographed again: turned, lighter or darker, nearer or farther, moved under the stop of
 * the camera, a little out of focus, with noise of the sensor, and compressed with JPEG 85. The
 * photograph itself comes first; it gets stop and compression too.
 */
export async function repeatsOf(bytes: Buffer): Promise<Buffer[]> {
  const picture = await decode(bytes)
  const { centre, diameter } = findField(picture)
  const side = Math.round(STOP * diameter)
  const all: Buffer[] = []
  for (const [index, taken] of TAKEN.entries())
    all.push(await stopped(await moved(picture, centre, diameter, side, taken), side, taken, index))
  return all
}

/** The square around the middle of the field as the second photograph shows it, RGB. */
async function moved(
  { rgb, width, height }: Picture,
  [x, y]: readonly [number, number],
  diameter: number,
  side: number,
  { turn, light, scale, shift, blur }: Taken,
): Promise<Buffer> {
  const angle = (turn * Math.PI) / 180
  const [along, across] = [scale * Math.cos(angle), scale * Math.sin(angle)]
  const matrix: [number, number, number, number] = [along, -across, across, along]
  const place = ([a, b]: readonly [number, number]) =>
    [along * a - across * b, across * a + along * b] as const
  // The box of the turned picture begins where its lowest corners come to lie.
  const corners = ([[0, 0], [width, 0], [0, height], [width, height]] as const).map(place) // prettier-ignore
  const [middle, down] = place([x, y])
  const left = middle - Math.min(...corners.map(([at]) => at)) + (shift[0] - STOP / 2) * diameter
  const top = down - Math.min(...corners.map(([, at]) => at)) + (shift[1] - STOP / 2) * diameter
  const raw = { width, height, channels: 3 } as const
  const turned = sharp(rgb, { raw })
    .affine(matrix, { background: '#000', interpolator: 'bicubic' })
    .linear(light, 0)
  const soft = blur * diameter >= LEAST_BLUR ? turned.blur(blur * diameter) : turned
  const room = { top: side, bottom: side, left: side, right: side, background: '#000' }
  const wide = await sharp(await lossless(soft))
    .extend(room)
    .png({ compressionLevel: 0 })
    .toBuffer()
  const [from, under] = [Math.round(left) + side, Math.round(top) + side]
  return sharp(wide)
    .extract({ left: from, top: under, width: side, height: side })
    .removeAlpha()
    .raw()
    .toBuffer()
}

const lossless = (image: Sharp) => image.png({ compressionLevel: 0 }).toBuffer()
/** The least that the library takes, px. */
const LEAST_BLUR = 0.3

/** Under the round stop, with the noise of the sensor. */
async function stopped(rgb: Buffer, side: number, { noise }: Taken, seed: number): Promise<Buffer> {
  const random = randomFrom(seed)
  const middle = (side - 1) / 2
  for (let at = 0; at < side * side; at++) {
    const inside = Math.hypot((at % side) - middle, Math.floor(at / side) - middle) < middle
    for (let channel = 0; channel < 3; channel++) {
      const value = rgb[3 * at + channel] ?? 0
      // Four uniform numbers make a normal one, near enough.
      const error =
        noise === 0 ? 0 : noise * Math.sqrt(3) * (random() + random() + random() + random() - 2)
      const seen = inside && value > 0 ? Math.round(value + error) : 0
      rgb[3 * at + channel] = Math.min(255, Math.max(0, seen))
    }
  }
  const edge = Math.round(EDGE * side)
  return sharp(rgb, { raw: { width: side, height: side, channels: 3 } })
    .extend({ top: edge, bottom: edge, left: edge, right: edge, background: '#000' })
    .jpeg({ quality: 85 })
    .toBuffer()
}
