import { IMAGE_LIMITS } from '@mingmou/contract'
import type { DataSet, Element } from 'dicom-parser'
import { interleaved, unpacked422 } from './colour.ts'
import { decodeAside, type Decoded, type Job } from '../decode.ts'
import { jpegFacts, jpegKind } from '../jpeg/jpeg-facts.ts'
import { jpeg2000Facts } from '../jpeg/jpeg-2000.ts'
import { ImageRefused } from '../refused.ts'
import { inSteps, type Samples } from '../samples.ts'

/** What is stored: a JPEG of 8 bits, or values. `isRgb`: the decoder made RGB of them, whatever the file calls them. */
export type Stored = { jpeg: Buffer } | { samples: Samples; isRgb: boolean }

const BASE = '1.2.840.10008.1.2'
/** Uncompressed, in either order of bytes. Those of a deflated file are inflated before. */
const NATIVE = ['', '.1', '.1.99', '.2']
/** Names of the ways to compress that are not read here (PS3.6 table A-1), by the ends of their UIDs. */
const UNREAD: readonly (readonly [name: string, ...ends: string[]])[] = [
  ['JPEG 2000 Part 2', '.4.92', '.4.93'],
  ['JPIP', '.4.94', '.4.95', '.4.204', '.4.205'],
  ['MPEG-2', '.4.100', '.4.100.1', '.4.101', '.4.101.1'],
  ['MPEG-4 H.264', '.4.102', '.4.102.1', '.4.103', '.4.103.1', '.4.104', '.4.104.1'],
  ['MPEG-4 H.264', '.4.105', '.4.105.1', '.4.106', '.4.106.1'],
  ['HEVC H.265', '.4.107', '.4.108'],
  ['JPEG XL', '.4.110', '.4.111', '.4.112'],
  ['HTJ2K', '.4.201', '.4.202', '.4.203'],
  ['SMPTE ST 2110', '.7.1', '.7.2', '.7.3'],
  ['Deflated Image Frame', '.8.1'],
]
const ENCAPSULATED = '.1.98'
const RLE = '.5'
const MOST_ITEMS = 10_000

interface Shape {
  width: number
  height: number
  channels: number
  /** Of a value: bits kept for it, and bits used. */
  allocated: number
  stored: number
  high: number
  signed: boolean
  colours: string
}

export async function readSamples(data: DataSet, element: Element): Promise<Stored> {
  const uid = data.string('x00020010')?.trim() || BASE
  const own = uid.startsWith(BASE) ? uid.slice(BASE.length) : null
  const isEncapsulated = element.hadUndefinedLength === true
  const bytes = Buffer.from(data.byteArray.buffer, data.byteArray.byteOffset, data.byteArray.length)
  if (isEncapsulated) return compressed(data, own, uid, piecesOf(bytes, element))
  const end = Math.min(bytes.length, element.dataOffset + element.length)
  const raw = bytes.subarray(element.dataOffset, end)
  // Some writers put a compressed picture into one value, without items.
  if (own === null || !NATIVE.includes(own)) return compressed(data, own, uid, raw)
  return { samples: await native(data, raw), isRgb: false }
}

function refuse(own: string | null, uid: string): never {
  const name = own !== null && UNREAD.find(([, ...ends]) => ends.includes(own))?.[0]
  throw new ImageRefused({ key: 'image_compression', detail: name || uid })
}

/** What was compressed tells itself how: files that name another way are read too. */
async function compressed(
  data: DataSet,
  own: string | null,
  uid: string,
  pieces: Buffer,
): Promise<Stored> {
  if (own !== null && UNREAD.some(([, ...ends]) => ends.includes(own))) refuse(own, uid)
  if (pieces.length < 4) throw new ImageRefused('image_cut')
  if (own === ENCAPSULATED) return { samples: await native(data, pieces), isRgb: false }
  if (own === RLE) return rle(data, pieces)
  const start = pieces.readUInt16BE(0)
  if (start === 0xff4f || pieces.toString('latin1', 4, 8) === 'jP  ') return jpeg2000(data, pieces)
  if (start !== 0xffd8) refuse(own, uid)
  const facts = jpegFacts(pieces)
  const kind = jpegKind(facts)
  if (kind === 'common') return { jpeg: pieces }
  const { width, height, components, bits } = facts
  const codec = kind === 'ls' ? 'jpeg-ls' : 'lossless'
  const job = { codec, bytes: pieces, width, height, channels: components.length } as const
  return { samples: await samplesOf(data, await decodeAside(jobOf(job, bits))), isRgb: false }
}

const jobOf = (
  job: Pick<Job, 'codec' | 'bytes' | 'width' | 'height' | 'channels'>,
  bits: number,
): Job => ({ ...job, count: job.width * job.height, bytesOfValue: bits > 8 ? 2 : 1 })

async function jpeg2000(data: DataSet, bytes: Buffer): Promise<Stored> {
  const { isRgb, ...shape } = jpeg2000Facts(bytes)
  const job = jobOf({ codec: 'jpeg-2000', bytes, ...shape }, shape.bits)
  return { samples: await samplesOf(data, await decodeAside(job)), isRgb }
}

async function rle(data: DataSet, bytes: Buffer): Promise<Stored> {
  const { width, height, channels, allocated } = shapeOf(data)
  const job = jobOf({ codec: 'rle', bytes, width, height, channels }, allocated)
  return { samples: await samplesOf(data, await decodeAside(job)), isRgb: false }
}

/** Values of a decoder as the file means them. */
async function samplesOf(
  data: DataSet,
  { width, height, channels, bits, data: raw, planar }: Decoded,
): Promise<Samples> {
  if (channels !== 1 && channels !== 3)
    throw new ImageRefused({ key: 'image_colours', detail: `× ${channels}` })
  const values = planar && channels === 3 ? await interleaved(raw) : raw
  const stored = Math.min(bits, data.uint16('x00280101') ?? bits)
  const signed = data.uint16('x00280103') === 1 && !(values instanceof Int16Array)
  const own = signed ? await asSigned(values, stored) : values
  return { width, height, channels, bits: stored, data: own }
}

async function asSigned(values: Uint8Array | Uint16Array, bits: number): Promise<Int16Array> {
  const shift = 32 - bits
  const signed = new Int16Array(values.length)
  await inSteps(values.length, (from, to) => {
    for (let i = from; i < to; i++) signed[i] = ((values[i] ?? 0) << shift) >> shift
  })
  return signed
}

/** The items of encapsulated pixels, without the first one, which says where they begin (PS3.5 A.4). */
function piecesOf(bytes: Buffer, element: Element): Buffer {
  const items: Buffer[] = []
  let at = element.dataOffset
  // (FFFE,E000) in the order of the bytes.
  while (at + 8 <= bytes.length && bytes.readUInt32LE(at) === 0xe000fffe) {
    const start = at + 8
    at = start + bytes.readUInt32LE(at + 4)
    if (items.length > MOST_ITEMS) throw new ImageRefused('image_damaged')
    // The end of what is cut is not there. Whether it is missed, its decoder tells.
    items.push(bytes.subarray(start, at))
  }
  return Buffer.concat(items.slice(1))
}

function shapeOf(data: DataSet): Shape {
  const allocated = data.uint16('x00280100') ?? 8
  const stored = data.uint16('x00280101') || allocated
  const shape = {
    height: data.uint16('x00280010') ?? 0,
    width: data.uint16('x00280011') ?? 0,
    channels: data.uint16('x00280002') ?? 1,
    allocated,
    stored: Math.min(stored, allocated),
    high: data.uint16('x00280102') ?? stored - 1,
    signed: data.uint16('x00280103') === 1,
    colours: data.string('x00280004') ?? '',
  }
  const count = shape.width * shape.height
  if (count === 0) throw new ImageRefused('image_damaged')
  if (count > IMAGE_LIMITS.maxPixels) throw new ImageRefused('image_too_large')
  if (allocated !== 8 && allocated !== 16)
    throw new ImageRefused({ key: 'image_depth', detail: `${allocated} bit` })
  if (shape.channels !== 1 && shape.channels !== 3)
    throw new ImageRefused({ key: 'image_colours', detail: shape.colours || `× ${shape.channels}` })
  return shape
}

/** Uncompressed values: the bits that count, with their sign, pixel by pixel. */
async function native(data: DataSet, raw: Buffer): Promise<Samples> {
  const shape = shapeOf(data)
  const { width, height, channels, allocated, stored, colours } = shape
  const count = width * height
  const isPaired = /_42[02]$/.test(colours) && channels === 3
  if (isPaired && (colours.endsWith('0') || allocated !== 8))
    throw new ImageRefused({ key: 'image_colours', detail: colours })
  // Some writers keep the name of the JPEG that they unpacked: all values are there then.
  const whole = count * channels * (allocated / 8)
  const packed = isPaired && raw.length < whole
  const needed = packed ? 4 * Math.ceil(count / 2) : whole
  if (raw.length < needed) throw new ImageRefused('image_cut')
  const bytes = raw.subarray(0, needed)
  if (packed) return { width, height, channels: 3, bits: 8, data: await unpacked422(bytes, count) }
  // Nothing is written into it: a picture of 32 MiB is not copied. A Buffer's `slice` would share it.
  const own = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
  const values = allocated === 8 ? own : words(data, bytes)
  const used = await usedBits(values, shape)
  const isPlanar = channels === 3 && data.uint16('x00280006') === 1
  return {
    width,
    height,
    bits: stored,
    channels: channels === 3 ? 3 : 1,
    data: isPlanar ? await interleaved(used) : used,
  }
}

function words(data: DataSet, bytes: Buffer): Uint16Array {
  const copy = Buffer.from(bytes)
  // Explicit big endian is the one syntax with the high byte first.
  if (data.string('x00020010')?.trim() === `${BASE}.2`) copy.swap16()
  return new Uint16Array(copy.buffer, copy.byteOffset, copy.length / 2)
}

/** Without overlays in the bits that are not the value's (PS3.5 8.1.1). */
async function usedBits(
  values: Uint8Array | Uint16Array,
  { allocated, stored, high, signed }: Shape,
) {
  const down = Math.min(allocated - stored, Math.max(0, high + 1 - stored))
  if (stored === allocated && !signed) return values
  const mask = 2 ** stored - 1
  const own = values.slice()
  await inSteps(own.length, (from, to) => {
    for (let i = from; i < to; i++) own[i] = ((own[i] ?? 0) >> down) & mask
  })
  return signed ? asSigned(own, stored) : own
}
