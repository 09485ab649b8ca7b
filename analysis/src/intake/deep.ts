import type { Sharp } from 'sharp'
import { inEightBits, inSteps, rangeInSteps, type Raster, type Samples } from './samples.ts'

/** Colour spaces whose values are read as they are stored. */
const SPACES = ['rgb16', 'grey16', 'scrgb', 'b-w', 'srgb'] as const
type Space = (typeof SPACES)[number]
const isPlain = (space: string | undefined): space is Space => SPACES.includes(space as Space)

/** Whether values have to be brought to 8 bits by their meaning, or channels beyond four left out. */
export const isDeep = (found: { depth?: string; space?: string; channels?: number }): boolean =>
  isPlain(found.space) && (found.depth !== 'uchar' || (found.channels ?? 0) > 4)

/**
 * Pixels of 16 bits, of whole values of 32, and of fractions, in 8 bits; what is transparent lies on black. `bits`: used
 * ones, where the file says so. `opaque`: a fourth channel is no transparency.
 */
export async function deepPixels(
  picture: Sharp,
  found: { depth?: string; space?: string },
  { bits, opaque }: { bits: number | null; opaque: boolean },
): Promise<Raster> {
  const { space } = found
  const wide = found.depth === 'ushort'
  const plain = wide || !isPlain(space) ? picture : picture.pipelineColourspace(space)
  const { data, info } = await plain
    .toColourspace(space ?? 'srgb')
    .raw({ depth: wide ? 'ushort' : found.depth === 'uchar' ? 'uchar' : 'float' })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const values = valuesOf(data, found.depth)
  const colours = channels >= 3 ? 3 : 1
  const stated = bits ?? (found.depth === 'uchar' ? 8 : wide ? 16 : 32)
  const own = channels === colours ? values : await picked(values, channels, 0, colours)
  const pixels = await inEightBits({ data: own, bits: stated })
  const alpha = opaque || channels === colours ? null : await picked(values, channels, colours, 1)
  const raster: Raster = { width, height, channels: colours, pixels }
  return alpha === null ? raster : onBlack(raster, alpha)
}

function valuesOf(data: Buffer, depth: string | undefined): Samples['data'] {
  if (depth === 'uchar') return data
  if (depth === 'ushort') return new Uint16Array(data.buffer, data.byteOffset, data.length / 2)
  return new Float32Array(data.buffer, data.byteOffset, data.length / 4)
}

/** `count` channels of all, from one on. */
async function picked<T extends Samples['data']>(
  values: T,
  channels: number,
  from: number,
  count: number,
): Promise<T> {
  const size = (values.length / channels) * count
  const own = values.slice(0, size) as T
  await inSteps(values.length / channels, (first, end) => {
    for (let pixel = first; pixel < end; pixel++)
      for (let channel = 0; channel < count; channel++)
        own[pixel * count + channel] = values[pixel * channels + from + channel] ?? 0
  })
  return own
}

async function onBlack(raster: Raster, alpha: Samples['data']): Promise<Raster> {
  const { least, most } = await rangeInSteps(alpha)
  // Transparency that is the same everywhere says nothing.
  if (least === most) return raster
  const full = alpha instanceof Float32Array ? most : alpha instanceof Uint16Array ? 65_535 : 255
  const { channels } = raster
  const pixels = new Uint8Array(raster.pixels.length)
  await inSteps(pixels.length, (from, to) => {
    for (let i = from; i < to; i++)
      pixels[i] = Math.round(
        ((raster.pixels[i] ?? 0) * (alpha[Math.floor(i / channels)] ?? 0)) / full,
      )
  })
  return { ...raster, pixels }
}
