import { IMAGE_LIMITS } from '@mingmou/contract'
import sharp from 'sharp'
import { decodeSpecial } from './jpeg-special.ts'
import { jpegFacts, jpegKind } from './jpeg-facts.ts'
import { stripJpeg, withOrientation } from './jpeg.ts'
import {
  asPng,
  encoded,
  fromRaster,
  inSmall,
  kept,
  OPTIONS,
  previewOf,
  type Picture,
} from '../keep.ts'
import { ImageRefused } from '../refused.ts'
import type { Samples } from '../samples.ts'

/** The values of a JPEG of one channel. */
export async function greyOf(jpeg: Buffer): Promise<Samples> {
  const { bytes, ended } = stripJpeg(jpeg)
  const picture = sharp(bytes, OPTIONS).toColourspace('b-w').raw()
  const { data, info } = await encoded(picture, ended)
  return { width: info.width, height: info.height, channels: 1, bits: 8, data }
}

export async function openJpeg(bytes: Buffer): Promise<Picture> {
  const facts = jpegFacts(bytes)
  const { width, height, components } = facts
  const kind = jpegKind(facts)
  if (kind !== 'common') return fromRaster(await decodeSpecial(bytes, facts, kind))
  if (width * height > IMAGE_LIMITS.maxPixels) throw new ImageRefused('image_too_large')
  const orientation = await orientationOf(bytes)
  const { stripped, thumb } = await soundJpeg(bytes)
  if (orientation > 1) {
    const lying = sharp(withOrientation(stripped, orientation), OPTIONS)
    const turned = lying.autoOrient().jpeg({ quality: 98, chromaSubsampling: '4:4:4' })
    return kept('jpeg', await encoded(turned))
  }
  // Browsers and printers differ in what they make of four inks.
  if (components.length === 4) return asPng(sharp(stripped, OPTIONS))
  return { bytes: stripped, width, height, thumb, format: 'jpeg', type: 'image/jpeg' }
}

const orientationOf = (bytes: Buffer) =>
  sharp(bytes, { failOn: 'none', limitInputPixels: false })
    .metadata()
    .then(
      ({ orientation = 1 }) => orientation,
      () => 1,
    )

/** Zeros behind the scans of a JPEG: all stay first, then none, then one. */
const PADDINGS = [null, 0, 1] as const

/** The JPEG without metadata, and its preview. Decoding that reads every coded block, so a damaged file is found here. */
async function soundJpeg(bytes: Buffer): Promise<{ stripped: Buffer; thumb: Buffer }> {
  let first: unknown
  for (const padding of PADDINGS) {
    const { bytes: stripped, ended } = stripJpeg(bytes, padding)
    try {
      const thumb = await previewOf(stripped, ended)
      if (!ended && (await lacksBlocks(stripped, lastLines))) throw new ImageRefused('image_cut')
      return { stripped, thumb }
    } catch (fault) {
      if (fault instanceof ImageRefused && fault.key === 'image_blank') throw fault
      first ??= fault
    }
  }
  const endsEarly = await lacksBlocks(stripJpeg(bytes).bytes, ofPreview).catch(() => false)
  throw endsEarly ? new ImageRefused('image_cut', first) : first
}

/** Values that no picture goes on with. */
const OTHER_BYTES = Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 89 + 37) % 251))
/** Lines that a row of blocks may have: 16, of a picture that stands on them. */
const LAST_LINES = 32

/**
 * Whether a JPEG lacks some of its blocks: a decoder fills in what is missing without a word. It makes other pixels of
 * other bytes behind what is there, and the same ones where nothing is missing.
 */
async function lacksBlocks(jpeg: Buffer, pixels: (jpeg: Buffer) => Promise<Buffer>) {
  const end = jpeg.length - 2
  const other = Buffer.concat([jpeg.subarray(0, end), OTHER_BYTES, jpeg.subarray(end)])
  const [one, two] = await Promise.all([pixels(jpeg), pixels(other)])
  return !one.equals(two)
}

const loosely = (jpeg: Buffer) => sharp(jpeg, { ...OPTIONS, failOn: 'none' })

async function lastLines(jpeg: Buffer): Promise<Buffer> {
  const { width, height } = jpegFacts(jpeg)
  const rows = Math.min(height, LAST_LINES)
  const part = loosely(jpeg).extract({ left: 0, top: height - rows, width, height: rows })
  return (await encoded(part.raw())).data
}

const ofPreview = async (jpeg: Buffer): Promise<Buffer> =>
  (await encoded(inSmall(loosely(jpeg)))).data
