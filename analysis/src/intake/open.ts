import { formatFault, formatOf, IMAGE_LIMITS, type Scale } from '@mingmou/contract'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { readBmp } from './bmp.ts'
import { deepPixels, isDeep } from './deep.ts'
import { SILENT, type Said } from './dicom/said.ts'
import { readDicom } from './dicom/dicom.ts'
import { jpegFacts } from './jpeg/jpeg-facts.ts'
import { stripJpeg } from './jpeg/jpeg.ts'
import {
  asPng,
  encoded,
  fromRaster,
  opaquePng,
  OPTIONS,
  rawOf,
  refuseDamaged,
  type Picture,
} from './keep.ts'
import { greyOf, openJpeg } from './jpeg/open-jpeg.ts'
import { ImageRefused } from './refused.ts'
import type { Raster } from './samples.ts'
import { isAnimatedPng, isCutPng, isCutWebp } from './sniff.ts'
import { readTiff, type TiffPicture } from './tiff.ts'

/** A stored image, with what its file says. */
export interface OpenedImage extends Picture {
  /** The scale in the file. */
  scale: Scale | null
  /** What the file says of its picture. */
  said: Said
}

/**
 * Opens an uploaded file: JPEG, PNG, TIFF, WebP, BMP or DICOM by its content, one frame, whole, within
 * the limits. A JPEG keeps its pixels byte by byte. One that lies on its side is encoded again at
 * quality 98. Everything else becomes PNG. A picture that shows nothing is refused.
 * @throws {ImageRefused}
 */
export async function openImage(bytes: Buffer): Promise<OpenedImage> {
  try {
    return await opened(bytes)
  } catch (fault) {
    // A head that leads a reader astray, beyond the end of the file for one, is damage of the file.
    throw fault instanceof ImageRefused ? fault : new ImageRefused('image_damaged', fault)
  }
}

async function opened(bytes: Buffer): Promise<OpenedImage> {
  if (bytes.length > IMAGE_LIMITS.maxBytes) throw new ImageRefused('image_too_large')
  const fault = formatFault(bytes)
  if (fault) throw new ImageRefused(fault)
  const format = formatOf(bytes)
  if (format === 'dicom') return openDicom(bytes)
  return { ...(await openPicture(bytes, format)), scale: null, said: SILENT }
}

async function openPicture(bytes: Buffer, format: ReturnType<typeof formatOf>): Promise<Picture> {
  if (format === 'jpeg') return openJpeg(bytes)
  if (format === 'bmp') return fromRaster(await readBmp(bytes))
  if (format === 'tiff') {
    const tiff = readTiff(bytes)
    return openOther(tiff.bytes, tiff)
  }
  if (format === 'png' && isAnimatedPng(bytes)) throw new ImageRefused('image_animated')
  if ((format === 'png' && isCutPng(bytes)) || (format === 'webp' && isCutWebp(bytes)))
    throw new ImageRefused('image_cut')
  return openOther(bytes, null)
}

async function openDicom(bytes: Buffer): Promise<OpenedImage> {
  const { frame, scale, said, aspect } = await readDicom(bytes, greyOf)
  const size = 'jpeg' in frame ? jpegFacts(frame.jpeg) : frame.raster
  const picture = await (aspect === 1
    ? 'jpeg' in frame
      ? openJpeg(frame.jpeg)
      : fromRaster(frame.raster)
    : asPng(stretched(frame, size, aspect)))
  const { width, height } = size
  return {
    ...picture,
    scale,
    said: { ...said, resampled: aspect === 1 ? null : { width, height } },
  }
}

/** Pixels that are no squares as squares of their shorter side, so that nothing is lost. */
function stretched(
  frame: { jpeg: Buffer } | { raster: Raster },
  { width, height }: { width: number; height: number },
  aspect: number,
): Sharp {
  const wide = Math.round(width * Math.max(1, 1 / aspect))
  const high = Math.round(height * Math.max(1, aspect))
  if (wide * high > IMAGE_LIMITS.maxPixels) throw new ImageRefused('image_too_large')
  const picture =
    'jpeg' in frame ? sharp(stripJpeg(frame.jpeg).bytes, OPTIONS) : rawOf(frame.raster)
  return picture.resize(wide, high, { fit: 'fill' })
}

/** PNG, WebP or TIFF. `tiff`: where the picture stands in its file. */
async function openOther(bytes: Buffer, tiff: TiffPicture | null): Promise<Picture> {
  const place = tiff && {
    page: tiff.page,
    ...(tiff.sub !== null && { tiff: { subifd: tiff.sub } }),
  }
  const options = { ...OPTIONS, ...place }
  const found = await measured(bytes, options, tiff !== null)
  const opaque = tiff?.extra === 'ignored'
  const picture = () => sharp(bytes, options).autoOrient()
  if (isDeep(found)) {
    const values = { bits: tiff?.bits ?? null, opaque }
    return fromRaster(await deepPixels(picture(), found, values).catch(refuseDamaged))
  }
  if (!found.hasAlpha) return asPng(picture())
  if (opaque || (await isEven(picture()))) return opaquePng(picture().removeAlpha())
  return asPng(picture()).catch((fault: unknown) => {
    const isBlank = fault instanceof ImageRefused && fault.key === 'image_blank'
    throw isBlank ? new ImageRefused('image_transparent', fault) : fault
  })
}

/** Transparency that is the same everywhere says nothing. */
async function isEven(picture: Sharp): Promise<boolean> {
  const { data } = await encoded(picture.extractChannel('alpha').raw())
  return data.every((value) => value === data[0])
}

/** The header alone, checked against the limits before a pixel is decoded. */
async function measured(bytes: Buffer, options: SharpOptions, pages: boolean) {
  const header = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch((fault: unknown) => refuseDamaged(fault))
  if (!pages && (header.pages ?? 1) > 1) throw new ImageRefused('image_animated')
  if (header.width * header.height > IMAGE_LIMITS.maxPixels)
    throw new ImageRefused('image_too_large')
  return header
}
