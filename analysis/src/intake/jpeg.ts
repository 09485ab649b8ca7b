import { ImageRefused } from './refused.ts'

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

/** The first byte after the entropy-coded data at `at`: a marker that is neither stuffing nor a restart. */
function endOfScan(bytes: Buffer, at: number): number {
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 1 >= bytes.length) throw new ImageRefused('image_unreadable')
    const next = bytes.readUInt8(at + 1)
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at
    at += next === 0xff ? 1 : 2
  }
}

/** A JPEG without metadata, comments, previews and bytes after its end. The bytes of the pixels stay. */
export function stripJpeg(bytes: Buffer): Buffer {
  const parts = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes.readUInt8(at) !== 0xff) throw new ImageRefused('image_unreadable')
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === END_OF_IMAGE) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) throw new ImageRefused('image_unreadable')
    const after = marker === START_OF_SCAN ? endOfScan(bytes, end) : end
    if (keeps(marker, bytes.subarray(at + 4, end))) parts.push(bytes.subarray(at, after))
    at = after
  }
  if (at + 2 > bytes.length) throw new ImageRefused('image_unreadable')
  parts.push(Buffer.from([0xff, END_OF_IMAGE]))
  return Buffer.concat(parts)
}
