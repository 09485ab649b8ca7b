const starts = (bytes: Buffer, at: number, ascii: string) =>
  bytes.subarray(at, at + ascii.length).equals(Buffer.from(ascii, 'latin1'))

/** APNG: an acTL chunk stands before the first image data. */
export function isAnimatedPng(bytes: Buffer): boolean {
  let at = 8
  while (at + 8 <= bytes.length) {
    if (starts(bytes, at + 4, 'acTL')) return true
    if (starts(bytes, at + 4, 'IDAT')) return false
    at += 12 + bytes.readUInt32BE(at)
  }
  return false
}

/** A WebP says its length. */
export const isCutWebp = (bytes: Buffer): boolean => bytes.length < 8 + bytes.readUInt32LE(4)

/** A PNG ends with an IEND chunk. */
export const isCutPng = (bytes: Buffer): boolean =>
  bytes.lastIndexOf('IEND', undefined, 'latin1') < 0
