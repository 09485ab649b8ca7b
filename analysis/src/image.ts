import sharp from 'sharp'
import { IMAGE_LIMITS } from '@mingmou/contract'
import { ImageRefused } from './intake/refused.ts'

/** Pixels row by row, RGB, 8 bit: `rgb` holds 3 x width x height values. */
export interface Picture {
  width: number
  height: number
  rgb: Uint8Array
}

/** One value for every pixel, row by row. */
export interface Grey<T extends Uint8Array | Float32Array = Float32Array> {
  width: number
  height: number
  data: T
}

/** x and y of the upper left corner, width and height, px. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/**
 * Decodes an image that `openImage` has let in; upright, sRGB, transparency on black.
 * `within`: the px to which its longer side is brought where it has more.
 * @throws {ImageRefused}
 */
export async function decode(bytes: Buffer, within?: number): Promise<Picture> {
  try {
    const whole = sharp(bytes, { limitInputPixels: IMAGE_LIMITS.maxPixels }).autoOrient()
    const size = { width: within, height: within, fit: 'inside', withoutEnlargement: true } as const
    const { data, info } = await (within === undefined ? whole : whole.resize(size))
      .flatten({ background: '#000' })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const rgb = new Uint8Array(data.buffer, data.byteOffset, data.length)
    return {
      width: info.width,
      height: info.height,
      rgb: info.channels === 3 ? rgb : threeChannels(rgb, info.channels),
    }
  } catch (fault) {
    throw new ImageRefused('image_unreadable', fault)
  }
}

function threeChannels(pixels: Uint8Array, channels: number): Uint8Array {
  const rgb = new Uint8Array((3 * pixels.length) / channels)
  for (let i = 0; i < rgb.length; i++) rgb[i] = pixels[Math.floor(i / 3) * channels] ?? 0
  return rgb
}

/** The values of an 8-bit grey PNG. */
export async function decodeGrey(png: Buffer): Promise<Grey<Uint8Array>> {
  const { data, info } = await sharp(png)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

/** An 8-bit grey PNG. */
export function encodeGrey({ width, height, data }: Grey<Uint8Array>): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 3, adaptiveFiltering: false })
    .toColourspace('b-w')
    .toBuffer()
}
