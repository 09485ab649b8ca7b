import type { Scale } from '@mingmou/contract'
import type { DataSet } from 'dicom-parser'
import { paletteColours, rgbOf } from './colour.ts'
import { greyPixels, isPlainGrey } from './grey.ts'
import { readSamples, type Stored } from './pixels.ts'
import { requirePicture, saidBy, type Said } from './said.ts'
import { aspectOf, scaleOf } from './spacing.ts'
import { isUnmarked, jpegFacts, markedRgb } from '../jpeg/jpeg-facts.ts'
import { parseDicom, PIXEL_DATA } from './parse-dicom.ts'
import { ImageRefused } from '../refused.ts'
import { inEightBits, type Raster, type Samples } from '../samples.ts'

interface DicomPicture {
  /** A JPEG that shows what the file means, or pixels. */
  frame: { jpeg: Buffer } | { raster: Raster }
  scale: Scale | null
  said: Said
  /** Height of a pixel in its widths. */
  aspect: number
}

/** The picture of a DICOM file with what the file says of it. `greyOf` decodes a JPEG of one channel. */
export async function readDicom(
  bytes: Buffer,
  greyOf: (jpeg: Buffer) => Promise<Samples>,
): Promise<DicomPicture> {
  const data = parseDicom(bytes)
  const element = data.elements[PIXEL_DATA]
  const other = data.elements['x7fe00008'] ?? data.elements['x7fe00009']
  requirePicture(data, (element ?? other) !== undefined)
  if (!element) throw new ImageRefused({ key: 'image_depth', detail: 'float' })
  const said = { scale: scaleOf(data), said: saidBy(data), aspect: aspectOf(data) }
  return { frame: await frameOf(data, await readSamples(data, element), greyOf), ...said }
}

async function frameOf(
  data: DataSet,
  stored: Stored,
  greyOf: (jpeg: Buffer) => Promise<Samples>,
): Promise<DicomPicture['frame']> {
  if ('samples' in stored) return { raster: await rasterOf(data, stored) }
  const facts = jpegFacts(stored.jpeg)
  if (facts.components.length === 1) {
    if (coloursOf(data) !== 'PALETTE COLOR' && (await isPlainGrey(data))) return stored
    return { raster: await rasterOf(data, { samples: await greyOf(stored.jpeg), isRgb: false }) }
  }
  const isRgb = coloursOf(data) === 'RGB' && isUnmarked(facts)
  return { jpeg: isRgb ? markedRgb(stored.jpeg) : stored.jpeg }
}

const coloursOf = (data: DataSet) => data.string('x00280004')?.trim().toUpperCase() ?? ''

/** Colour models of three channels that mean RGB once they are decoded, as the decoder says or as they are. */
async function rasterOf(
  data: DataSet,
  { samples, isRgb }: Extract<Stored, { samples: Samples }>,
): Promise<Raster> {
  const { width, height } = samples
  const colours = coloursOf(data)
  if (samples.channels === 1) {
    if (colours === 'PALETTE COLOR')
      return { width, height, channels: 3, pixels: await paletteColours(data, samples) }
    return { width, height, channels: 1, pixels: await greyPixels(data, samples) }
  }
  const pixels = await inEightBits(samples)
  if (isRgb || colours === 'RGB' || colours === 'YBR_RCT' || colours === 'YBR_ICT')
    return { width, height, channels: 3, pixels }
  if (!/^YBR_(FULL|PARTIAL)/.test(colours))
    throw new ImageRefused({ key: 'image_colours', detail: colours || '?' })
  const isPartial = colours.startsWith('YBR_PARTIAL')
  return { width, height, channels: 3, pixels: await rgbOf(pixels, isPartial) }
}
