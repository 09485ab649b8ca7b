type FileFormat = 'jpeg' | 'png' | 'tiff' | 'webp' | 'dicom'

const starts = (bytes: Buffer, at: number, ascii: string) =>
  bytes.subarray(at, at + ascii.length).equals(Buffer.from(ascii, 'latin1'))

/** The format of a file by its content, never by its name. undefined for other formats. */
export function formatOf(bytes: Buffer): FileFormat | undefined {
  if (starts(bytes, 0, '\xff\xd8\xff')) return 'jpeg'
  if (starts(bytes, 0, '\x89PNG\r\n\x1a\n')) return 'png'
  if (starts(bytes, 0, 'II*\0') || starts(bytes, 0, 'MM\0*')) return 'tiff'
  if (starts(bytes, 0, 'RIFF') && starts(bytes, 8, 'WEBP')) return 'webp'
  if (starts(bytes, 128, 'DICM')) return 'dicom'
  return undefined
}

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
