import { IMAGE_LIMITS } from '@mingmou/contract'
import { ImageRefused } from './refused.ts'
import { inSteps, type Raster } from './samples.ts'

/** What the head of a BMP says. */
interface Head {
  /** Where the pixels, and where the colours begin. */
  pixels: number
  palette: number
  /** Bytes of a colour. */
  entry: 3 | 4
  colours: number
  width: number
  height: number
  /** The first row is the upper one. */
  topDown: boolean
  bits: number
  /** Where red, green and blue stand in a value, by their bits. */
  masks: readonly number[]
}

const COMPRESSIONS: Readonly<Record<number, string>> = {
  1: 'BMP RLE8',
  2: 'BMP RLE4',
  4: 'BMP JPEG',
  5: 'BMP PNG',
}
const FIELDS = [3, 6]
const MASKS: Readonly<Record<number, readonly number[]>> = {
  16: [0x7c00, 0x3e0, 0x1f],
  24: [0xff0000, 0xff00, 0xff],
  32: [0xff0000, 0xff00, 0xff],
}

/** The pixels of an uncompressed BMP of 1, 4, 8, 16, 24 or 32 bits. What stands for transparency is passed over. */
export async function readBmp(bytes: Buffer): Promise<Raster> {
  const head = headOf(bytes)
  const { width, height, bits, pixels: from } = head
  const row = 4 * Math.ceil((width * bits) / 32)
  if (from + row * height > bytes.length) throw new ImageRefused('image_cut')
  const colourAt = bits <= 8 ? paletteOf(bytes, head) : fieldsOf(bytes, head)
  const pixels = new Uint8Array(3 * width * height)
  await inSteps(width * height, (first, end) => {
    for (let at = first; at < end; at++) {
      const y = Math.floor(at / width)
      const start = from + row * (head.topDown ? y : height - 1 - y)
      colourAt(start, at - y * width, pixels, 3 * at)
    }
  })
  return { pixels, width, height, channels: 3 }
}

function headOf(bytes: Buffer): Head {
  if (bytes.length < 26) throw new ImageRefused('image_cut')
  const size = bytes.readUInt32LE(14)
  const isCore = size === 12
  if (!isCore && (size < 40 || size > 1024)) throw new ImageRefused('image_damaged')
  if (!isCore && bytes.length < 14 + size) throw new ImageRefused('image_cut')
  const width = isCore ? bytes.readUInt16LE(18) : bytes.readInt32LE(18)
  const high = isCore ? bytes.readUInt16LE(20) : bytes.readInt32LE(22)
  const bits = bytes.readUInt16LE(isCore ? 24 : 28)
  const compression = isCore ? 0 : bytes.readUInt32LE(30)
  const height = Math.abs(high)
  if (width <= 0 || height === 0) throw new ImageRefused('image_damaged')
  if (width * height > IMAGE_LIMITS.maxPixels) throw new ImageRefused('image_too_large')
  const hasFields = FIELDS.includes(compression)
  if (compression !== 0 && !hasFields) {
    const detail = COMPRESSIONS[compression] ?? `BMP ${compression}`
    throw new ImageRefused({ key: 'image_compression', detail })
  }
  if (![1, 2, 4, 8, 16, 24, 32].includes(bits))
    throw new ImageRefused({ key: 'image_depth', detail: `${bits} bit` })
  const after = 14 + size
  if (hasFields && bytes.length < 66) throw new ImageRefused('image_cut')
  const masks = hasFields ? [54, 58, 62].map((at) => bytes.readUInt32LE(at)) : (MASKS[bits] ?? [])
  return {
    width,
    height,
    bits,
    masks,
    topDown: high < 0,
    pixels: bytes.readUInt32LE(10),
    // The masks of the oldest head stand behind it.
    palette: after + (hasFields && size === 40 ? 12 : 0),
    entry: isCore ? 3 : 4,
    colours: (isCore ? 0 : bytes.readUInt32LE(46)) || 2 ** Math.min(bits, 8),
  }
}

type ColourAt = (start: number, x: number, to: Uint8Array, at: number) => void

function paletteOf(bytes: Buffer, { palette, entry, colours, bits }: Head): ColourAt {
  const held = Math.min(colours, 256)
  if (palette + held * entry > bytes.length) throw new ImageRefused('image_cut')
  const inByte = 8 / bits
  return (start, x, to, at) => {
    const byte = bytes[start + Math.floor(x / inByte)] ?? 0
    const index = (byte >> (8 - bits * ((x % inByte) + 1))) & (2 ** bits - 1)
    const from = palette + entry * Math.min(index, held - 1)
    for (let channel = 0; channel < 3; channel++) to[at + channel] = bytes[from + 2 - channel] ?? 0
  }
}

function fieldsOf(bytes: Buffer, { bits, masks }: Head): ColourAt {
  if (masks.length !== 3 || masks.includes(0)) throw new ImageRefused('image_damaged')
  const size = bits / 8
  const fields = masks.map((mask) => ({ mask, full: mask / (mask & (-mask >>> 0) || 1) }))
  const isBytes = size >= 3 && masks.every((mask, i) => mask === MASKS[24]?.[i])
  if (isBytes)
    return (start, x, to, at) => {
      const from = start + x * size
      for (let channel = 0; channel < 3; channel++)
        to[at + channel] = bytes[from + 2 - channel] ?? 0
    }
  return (start, x, to, at) => {
    const value = bytes.readUIntLE(start + x * size, size)
    for (const [channel, { mask, full }] of fields.entries()) {
      const share = ((value & mask) >>> 0) / (mask / full) / full
      to[at + channel] = Math.round(255 * share)
    }
  }
}
