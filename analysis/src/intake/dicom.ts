import { IMAGE_LIMITS, type Scale } from '@mingmou/contract'
import type { DataSet, Element } from 'dicom-parser'
import { parseDicom, PIXEL_DATA } from './parse-dicom.ts'
import { ImageRefused } from './refused.ts'

const IMPLICIT = '1.2.840.10008.1.2'
const EXPLICIT = '1.2.840.10008.1.2.1'
const JPEG_BASELINE = '1.2.840.10008.1.2.4.50'
const JPEG_EXTENDED = '1.2.840.10008.1.2.4.51'

/** (FFFE,E000) in the order of the bytes. */
const ITEM = 0xe000fffe
const MOST_ITEMS = 10_000

/** One frame: a whole JPEG, or 8-bit pixels of one or three channels. */
type Frame =
  { jpeg: Buffer } | { pixels: Uint8Array; width: number; height: number; channels: 1 | 3 }

/** Ophthalmic Photography, 8 and 16 bit. */
const OPHTHALMIC = ['1.2.840.10008.5.1.4.1.1.77.1.5.1', '1.2.840.10008.5.1.4.1.1.77.1.5.2']
/** The possible mm between pixels of a retinal photograph, and the allowed difference of rows and columns. */
const SPACING = { least: 0.001, most: 0.1, apart: 0.02 }

/** The single frame of a DICOM file. Refused: other transfer syntaxes, several frames, palettes, signed pixels. */
export function readDicom(bytes: Buffer): { frame: Frame; scale: Scale | null } {
  const data = parseDicom(bytes)
  return { frame: frameOf(data, bytes), scale: scaleOf(data) }
}

/**
 * Pixel Spacing of Ophthalmic Photography is the nominal distance on the retina (PS3.3 C.8.17.2).
 * In other kinds of files it may be that of a film or a sensor, as Imager Pixel Spacing always is.
 * No scale is known then.
 */
function scaleOf(data: DataSet): Scale | null {
  const rows = data.floatString('x00280030', 0) ?? 0
  const columns = data.floatString('x00280030', 1) ?? 0
  const { least, most, apart } = SPACING
  if (!OPHTHALMIC.includes(data.string('x00080016') ?? '')) return null
  if (!(rows >= least && rows <= most) || Math.abs(rows - columns) > apart * rows) return null
  return { mm_per_px: (rows + columns) / 2, source: 'dicom' }
}

function frameOf(data: DataSet, bytes: Buffer): Frame {
  const syntax = data.string('x00020010') ?? IMPLICIT
  const element = data.elements[PIXEL_DATA]
  if (!element) throw new ImageRefused('image_unreadable')
  if ((data.intString('x00280008') ?? 1) > 1) throw new ImageRefused('image_animated')
  if (syntax === JPEG_BASELINE || syntax === JPEG_EXTENDED) {
    return { jpeg: encapsulated(bytes, element) }
  }
  if (syntax !== IMPLICIT && syntax !== EXPLICIT) throw new ImageRefused('image_type')
  return native(data, bytes.subarray(element.dataOffset, element.dataOffset + element.length))
}

/** The items of encapsulated pixels, without the first one, which says where they begin (PS3.5 A.4). */
function encapsulated(bytes: Buffer, element: Element): Buffer {
  if (element.hadUndefinedLength !== true) throw new ImageRefused('image_unreadable')
  const items: Buffer[] = []
  let at = element.dataOffset
  while (at + 8 <= bytes.length && bytes.readUInt32LE(at) === ITEM) {
    const start = at + 8
    at = start + bytes.readUInt32LE(at + 4)
    if (at > bytes.length || items.length > MOST_ITEMS) throw new ImageRefused('image_unreadable')
    items.push(bytes.subarray(start, at))
  }
  return Buffer.concat(items.slice(1))
}

function native(data: DataSet, raw: Buffer): Frame {
  const height = data.uint16('x00280010') ?? 0
  const width = data.uint16('x00280011') ?? 0
  const channels = data.uint16('x00280002') ?? 1
  const allocated = data.uint16('x00280100') ?? 8
  const colours = data.string('x00280004') ?? ''
  const count = width * height
  if (count === 0) throw new ImageRefused('image_unreadable')
  if (count > IMAGE_LIMITS.maxPixels) throw new ImageRefused('image_too_large')
  if (data.uint16('x00280103') === 1) throw new ImageRefused('image_type')
  if (raw.length < count * channels * (allocated / 8)) throw new ImageRefused('image_unreadable')
  if (channels === 3 && colours === 'RGB' && allocated === 8) {
    const planar = data.uint16('x00280006') === 1
    return { pixels: planar ? interleaved(raw, count) : raw, width, height, channels }
  }
  if (channels === 1 && colours.startsWith('MONOCHROME') && (allocated === 8 || allocated === 16)) {
    const pixels = windowed(data, raw, count, allocated)
    return {
      pixels: colours === 'MONOCHROME1' ? inverted(pixels) : pixels,
      width,
      height,
      channels,
    }
  }
  throw new ImageRefused('image_type')
}

function interleaved(planes: Buffer, count: number): Uint8Array {
  const pixels = new Uint8Array(3 * count)
  for (let channel = 0; channel < 3; channel++)
    for (let i = 0; i < count; i++) pixels[3 * i + channel] = planes[channel * count + i] ?? 0
  return pixels
}

function inverted(pixels: Uint8Array): Uint8Array {
  return pixels.map((value) => 255 - value)
}

/** Grey values by the window of the file, else by the range of its stored bits (PS3.3 C.11.2.1.2). */
function windowed(data: DataSet, raw: Buffer, count: number, allocated: number): Uint8Array {
  const stored = data.uint16('x00280101') ?? allocated
  const slope = data.floatString('x00281053') ?? 1
  const intercept = data.floatString('x00281052') ?? 0
  const width = data.floatString('x00281051') ?? slope * (2 ** stored - 1)
  const centre = data.floatString('x00281050') ?? intercept + (slope * (2 ** stored - 1)) / 2
  const table = new Uint8Array(2 ** allocated)
  for (let value = 0; value < table.length; value++)
    table[value] = clamp(((value * slope + intercept - centre) / Math.max(width, 1) + 0.5) * 255)
  const pixels = new Uint8Array(count)
  for (let i = 0; i < count; i++)
    pixels[i] = table[allocated === 8 ? (raw[i] ?? 0) : raw.readUInt16LE(2 * i)] ?? 0
  return pixels
}

const clamp = (value: number) => Math.min(255, Math.max(0, Math.round(value)))
