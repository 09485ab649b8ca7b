import { isAlone, nextMarker } from './jpeg-facts.ts'
import { ImageRefused } from '../refused.ts'

const APP0 = 0xe0
const APP2 = 0xe2
const APP14 = 0xee
const APP15 = 0xef
const COMMENT = 0xfe
const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** Whether a segment tells only how to read the pixels: JFIF, ICC, Adobe. */
function keeps(marker: number, body: Buffer): boolean {
  if (marker === COMMENT) return false
  if (marker < APP0 || marker > APP15) return true
  const name = body.toString('latin1', 0, 12)
  if (marker === APP0) return name.startsWith('JFIF\0')
  if (marker === APP2) return name.startsWith('ICC_PROFILE\0')
  return marker === APP14 && name.startsWith('Adobe')
}

/** Zeros between a scan and the next marker, but for `kept` of them: the last byte of a scan may be one. */
function withoutPadding(bytes: Buffer, from: number, end: number, kept: number): number {
  let last = end
  while (last > from && bytes[last - 1] === 0 && bytes[last - 2] !== 0xff) last--
  return Math.min(end, last + kept)
}

/**
 * In a scan of a sequential JPEG first and last coefficient are 0 and 63, whatever is written (T.81 B.2.3): decoders
 * read them so, and some cameras write zeros.
 */
function scanHead(segment: Buffer, sequential: boolean): Buffer {
  const at = segment.length - 3
  if (!sequential || at < 4) return segment
  const copy = Buffer.from(segment)
  copy.set([0, 63, 0], at)
  return copy
}

/** The major version of JFIF is 1; a decoder doubts another one. */
function jfifHead(segment: Buffer): Buffer {
  const copy = Buffer.from(segment)
  if (copy.length > 9) copy[9] = 1
  return copy
}

/**
 * A JPEG without metadata, comments, previews, and bytes between and behind its segments. The bytes of the pixels stay.
 * A missing end is written: whether all lines are there, the decoder tells. `padding`: the number of zeros that stay behind a scan;
 * null keeps all. `ended`: the file says where it ends.
 */
export function stripJpeg(
  bytes: Buffer,
  padding: number | null = null,
): { bytes: Buffer; ended: boolean } {
  const parts = [bytes.subarray(0, 2)]
  const scans = new ScanCover()
  let sequential = false
  let ended = false
  for (let at = nextMarker(bytes, 2); at + 2 <= bytes.length;) {
    const marker = bytes.readUInt8(at + 1)
    ended = marker === END_OF_IMAGE
    if (ended) break
    if (at + 4 > bytes.length) break
    const end = at + 2 + (isAlone(marker) ? 0 : bytes.readUInt16BE(at + 2))
    if (end > bytes.length) break
    if (marker === 0xc0 || marker === 0xc1) sequential = true
    const segment = bytes.subarray(at, end)
    at = nextMarker(bytes, end)
    if (marker === START_OF_SCAN) {
      scans.add(segment, sequential)
      const last = padding === null ? at : withoutPadding(bytes, end, at, padding)
      parts.push(scanHead(segment, sequential), bytes.subarray(end, last))
    } else if (!isAlone(marker) && keeps(marker, segment.subarray(4))) {
      parts.push(marker === APP0 ? jfifHead(segment) : segment)
    }
  }
  if (!scans.isComplete() && (scans.count === 0 || !ended)) throw new ImageRefused('image_cut')
  parts.push(Buffer.from([0xff, END_OF_IMAGE]))
  return { bytes: Buffer.concat(parts), ended }
}

/** The JPEG with the mark by which it lies (Exif 2.3, 4.6.4 A), and no other. */
export function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const exif = Buffer.from([
    ...[0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8],
    ...[0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
  ])
  return Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)])
}

/** The bits of each coefficient of each component that scans have brought (T.81 G.1.1.1). */
class ScanCover {
  readonly #lowest = new Map<number, Int8Array>()
  count = 0

  add(segment: Buffer, sequential: boolean): void {
    this.count++
    const parts = segment[4] ?? 0
    const at = 5 + 2 * parts
    const [first, last] = sequential
      ? [0, 63]
      : [segment[at] ?? 0, Math.min(63, segment[at + 1] ?? 0)]
    const low = sequential ? 0 : (segment[at + 2] ?? 0) & 15
    for (let i = 0; i < parts; i++) {
      const component = segment[5 + 2 * i] ?? 0
      const bits = this.#lowest.get(component) ?? new Int8Array(64).fill(-1)
      bits.fill(low, first, last + 1)
      this.#lowest.set(component, bits)
    }
  }

  /** Whether each component that began has all its coefficients to the last bit. */
  isComplete(): boolean {
    const all = [...this.#lowest.values()]
    return all.length > 0 && all.every((bits) => bits.every((low) => low === 0))
  }
}
