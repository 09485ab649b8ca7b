import { IMAGE_LIMITS, THUMBNAIL_SIZE } from '@mingmou/contract'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { requireContent } from './look.ts'
import { ImageRefused } from './refused.ts'
import type { Raster } from './samples.ts'

/** A picture as it is kept: upright, one frame, 8 bit, without metadata. */
export interface Picture {
  bytes: Buffer
  format: 'jpeg' | 'png'
  type: 'image/jpeg' | 'image/png'
  /** px */
  width: number
  height: number
  /** A JPEG preview of at most `THUMBNAIL_SIZE` px, never enlarged. */
  thumb: Buffer
}

export const OPTIONS: SharpOptions = {
  failOn: 'warning',
  limitInputPixels: IMAGE_LIMITS.maxPixels,
  sequentialRead: true,
}
const PNG = { compressionLevel: 2, adaptiveFiltering: false, palette: false }

export const rawOf = ({ pixels, width, height, channels }: Raster) =>
  sharp(pixels, { raw: { width, height, channels } })

export const fromRaster = (raster: Raster) => asPng(rawOf(raster))

/** What is transparent lies on black. */
export const asPng = (picture: Sharp) => opaquePng(picture.flatten({ background: '#000' }))

export async function opaquePng(picture: Sharp): Promise<Picture> {
  return kept('png', await encoded(picture.autoOrient().toColourspace('srgb').png(PNG)))
}

export async function encoded(picture: Sharp, isWhole = true) {
  try {
    return await picture.toBuffer({ resolveWithObject: true })
  } catch (fault) {
    return refuseDamaged(fault, isWhole)
  }
}

/**
 * `isWhole`: the end of the file is there. The words of a decoder do not tell what is cut: its threads write them in any
 * order, beside those about other pictures.
 */
export function refuseDamaged(fault: unknown, isWhole = true): never {
  if (fault instanceof ImageRefused) throw fault
  throw new ImageRefused(isWhole ? 'image_damaged' : 'image_cut', fault)
}

export async function kept(
  format: 'jpeg' | 'png',
  { data, info }: { data: Buffer; info: { width: number; height: number } },
): Promise<Picture> {
  const { width, height } = info
  const image = { bytes: data, width, height, thumb: await previewOf(data) }
  return { ...image, format, type: `image/${format}` }
}

/** The values of a picture in the size of a preview. A narrow one is not made broader, which would make it as much longer. */
export const inSmall = (picture: Sharp): Sharp =>
  picture.resize(THUMBNAIL_SIZE, THUMBNAIL_SIZE, { fit: 'inside', withoutEnlargement: true }).raw()

/** Looks at the picture before it is kept. */
export async function previewOf(bytes: Buffer, isWhole = true): Promise<Buffer> {
  const { data, info } = await encoded(inSmall(sharp(bytes, OPTIONS)), isWhole)
  requireContent(data, info.channels)
  const { width, height, channels } = info
  const raw = sharp(data, { raw: { width, height, channels } })
  return (await encoded(raw.jpeg({ quality: 82 }))).data
}
