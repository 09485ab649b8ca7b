import { formatFault, formatOf, IMAGE_LIMITS, THUMBNAIL_SIZE, type Scale } from '@mingmou/contract'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { readDicom } from './dicom.ts'
import { stripJpeg } from './jpeg.ts'
import { ImageRefused } from './refused.ts'
import { isAnimatedPng } from './sniff.ts'

/** A stored image: upright, one frame, 8 bit, without metadata. */
export interface OpenedImage {
  bytes: Buffer
  format: 'jpeg' | 'png'
  type: 'image/jpeg' | 'image/png'
  /** px */
  width: number
  height: number
  /** The scale in the file. */
  scale: Scale | null
  /** A JPEG preview of at most `THUMBNAIL_SIZE` px, never enlarged. */
  thumb: Buffer
}

const OPTIONS: SharpOptions = {
  failOn: 'warning',
  limitInputPixels: IMAGE_LIMITS.maxPixels,
  sequentialRead: true,
}
const PNG = { compressionLevel: 2, adaptiveFiltering: false, palette: false }

/**
 * Opens an uploaded file: JPEG, PNG, TIFF, WebP or DICOM by its content, one frame, whole, within
 * the limits. A JPEG keeps its pixels byte by byte. One that lies on its side is encoded again at
 * quality 98. Everything else becomes PNG.
 * @throws {ImageRefused}
 */
export async function openImage(bytes: Buffer): Promise<OpenedImage> {
  if (bytes.length > IMAGE_LIMITS.maxBytes) throw new ImageRefused('image_too_large')
  const fault = formatFault(bytes)
  if (fault) throw new ImageRefused(fault)
  const format = formatOf(bytes)
  if (format === 'dicom') {
    const { frame, scale } = readDicom(bytes)
    return { ...(await openFrame(frame)), scale }
  }
  if (format === 'jpeg') return openJpeg(bytes)
  if (format === 'png' && isAnimatedPng(bytes)) throw new ImageRefused('image_animated')
  await measured(bytes)
  return asPng(sharp(bytes, OPTIONS))
}

function openFrame(frame: ReturnType<typeof readDicom>['frame']): Promise<OpenedImage> {
  if ('jpeg' in frame) {
    if (formatOf(frame.jpeg) !== 'jpeg') throw new ImageRefused('image_type')
    return openJpeg(frame.jpeg)
  }
  const { pixels, width, height, channels } = frame
  return asPng(sharp(pixels, { raw: { width, height, channels } }))
}

async function openJpeg(bytes: Buffer): Promise<OpenedImage> {
  const { width, height, orientation } = await measured(bytes)
  if (orientation > 1) {
    const turned = sharp(bytes, OPTIONS)
      .autoOrient()
      .jpeg({ quality: 98, chromaSubsampling: '4:4:4' })
    return kept('jpeg', await encoded(turned))
  }
  const stripped = stripJpeg(bytes)
  // Decoding the preview reads every coded block, so a damaged file is found here.
  const thumb = await previewOf(stripped)
  const image = { bytes: stripped, width, height, scale: null, thumb }
  return { ...image, format: 'jpeg', type: 'image/jpeg' }
}

async function asPng(picture: Sharp): Promise<OpenedImage> {
  const upright = picture.autoOrient().flatten({ background: '#000' }).toColourspace('srgb')
  return kept('png', await encoded(upright.png(PNG)))
}

async function encoded(picture: Sharp) {
  try {
    return await picture.toBuffer({ resolveWithObject: true })
  } catch (fault) {
    throw new ImageRefused('image_unreadable', fault)
  }
}

async function kept(
  format: 'jpeg' | 'png',
  { data, info }: { data: Buffer; info: { width: number; height: number } },
): Promise<OpenedImage> {
  const { width, height } = info
  const image = { bytes: data, width, height, scale: null, thumb: await previewOf(data) }
  return { ...image, format, type: `image/${format}` }
}

/** Size and orientation from the header alone, checked against the limits before a pixel is decoded. */
async function measured(bytes: Buffer) {
  const header = await sharp(bytes, { ...OPTIONS, limitInputPixels: false })
    .metadata()
    .catch((fault: unknown) => {
      throw new ImageRefused('image_unreadable', fault)
    })
  if ((header.pages ?? 1) > 1) throw new ImageRefused('image_animated')
  const { width, height, orientation = 1 } = header
  if (width * height > IMAGE_LIMITS.maxPixels) throw new ImageRefused('image_too_large')
  return { width, height, orientation }
}

async function previewOf(bytes: Buffer): Promise<Buffer> {
  const small = sharp(bytes, OPTIONS).resize(THUMBNAIL_SIZE, THUMBNAIL_SIZE, {
    fit: 'inside',
    withoutEnlargement: true,
  })
  return (await encoded(small.jpeg({ quality: 82 }))).data
}
