import { OTHER_FILES, type OtherFile } from './file-signs.ts'
import type { ImageFault } from '../wire/texts/images.ts'

/** How many bytes at the start of a file show its format. */
export const FILE_HEAD_BYTES = 1024

export type FileFormat = 'jpeg' | 'png' | 'tiff' | 'webp' | 'bmp' | 'dicom'

const SIGNS: readonly (readonly [FileFormat, ...(readonly [at: number, ascii: string])[]])[] = [
  // What stands before the mark is free, and may be the head of another format.
  ['dicom', [128, 'DICM']],
  ['dicom', [0, 'DICM']],
  ['jpeg', [0, '\xff\xd8\xff']],
  ['png', [0, '\x89PNG\r\n\x1a\n']],
  ['tiff', [0, 'II*\0']],
  ['tiff', [0, 'MM\0*']],
  ['tiff', [0, 'II+\0']],
  ['tiff', [0, 'MM\0+']],
  ['webp', [0, 'RIFF'], [8, 'WEBP']],
  ['bmp', [0, 'BM'], [6, '\0\0\0\0']],
  ['bmp', [0, 'BM'], [14, '\x28\0\0\0']],
]

const reads = (bytes: Uint8Array, at: number, ascii: string) => {
  for (let index = 0; index < ascii.length; index++)
    if (bytes[at + index] !== ascii.charCodeAt(index)) return false
  return true
}

/** The format of a file that may be read, by its content and not by its name; undefined for other files. */
export function formatOf(bytes: Uint8Array): FileFormat | undefined {
  const found = SIGNS.find(([, ...signs]) => signs.every(([at, ascii]) => reads(bytes, at, ascii)))
  if (found) return found[0]
  if (isPaddedJpeg(bytes)) return 'jpeg'
  return isBareDicom(bytes) ? 'dicom' : undefined
}

/** A JPEG with zeros between its start and its first segment, which decoders pass over. */
function isPaddedJpeg(bytes: Uint8Array): boolean {
  if (!reads(bytes, 0, '\xff\xd8\0')) return false
  let at = 3
  while (at < FILE_HEAD_BYTES && bytes[at] === 0) at++
  return bytes[at] === 0xff
}

/** The reason to refuse a file with this beginning; null where it may be an accepted image. */
export function formatFault(head: Uint8Array): ImageFault | null {
  if (head.length === 0) return { key: 'image_empty' }
  const other = otherFile(head)
  const format = formatOf(head)
  // A raw photograph begins as a TIFF does, and a preamble may be anything.
  if (format !== undefined && (other?.key !== 'image_raw' || format === 'dicom'))
    return mediaFault(head, format)
  if (other) return other
  return { key: isText(head) ? 'image_text' : 'image_type' }
}

const otherFile = (head: Uint8Array): OtherFile | undefined =>
  OTHER_FILES.find(([, signs]) => signs.every(([at, ascii]) => reads(head, at, ascii)))?.[0]

/** Media Storage Directory, in (0002,0002) of a DICOMDIR. */
const DIRECTORY = '\x02\0\x02\0UI\x14\x001.2.840.10008.1.3.10'

function mediaFault(head: Uint8Array, format: FileFormat): ImageFault | null {
  if (format !== 'dicom') return null
  const last = Math.min(head.length, FILE_HEAD_BYTES) - DIRECTORY.length
  for (let at = 0; at <= last; at++)
    if (reads(head, at, DIRECTORY)) return { key: 'image_system_file', detail: 'DICOMDIR' }
  return null
}

/** VRs of the elements that begin a file (PS3.5 6.2). */
const FIRST_VRS = ['UL', 'OB', 'UI', 'CS', 'DA', 'TM', 'SH', 'LO', 'UC', 'DT', 'SQ', 'IS']

/**
 * A DICOM file without its preamble begins with an element of group 2 or 8, in either order of bytes, with its VR or
 * with a short length and another even group behind it.
 */
function isBareDicom(bytes: Uint8Array): boolean {
  const byte = (at: number) => bytes[at] ?? 0
  const isLittle = (byte(0) === 2 || byte(0) === 8) && byte(1) === 0
  const isBig = byte(0) === 0 && (byte(1) === 2 || byte(1) === 8)
  if (bytes.length < 8 || !(isLittle || isBig)) return false
  const group = isLittle ? byte(0) : byte(1)
  const high = isLittle ? byte(3) : byte(2)
  if (high !== 0) return false
  if (FIRST_VRS.includes(String.fromCharCode(byte(4), byte(5)))) return true
  const length = isLittle ? byte(4) + 256 * byte(5) : byte(7) + 256 * byte(6)
  const rest = isLittle ? byte(6) + byte(7) : byte(4) + byte(5)
  if (rest !== 0 || length > 256 || length % 2 === 1) return false
  const next = 8 + length
  const [low, top] = isLittle ? [byte(next), byte(next + 1)] : [byte(next + 1), byte(next)]
  return low + 256 * top >= group && low % 2 === 0 && top < 0x80
}

/** Characters, line ends and nothing else; UTF-16 with its mark too. */
function isText(head: Uint8Array): boolean {
  if (reads(head, 0, '\xff\xfe') || reads(head, 0, '\xfe\xff')) return true
  return head.every((byte) => byte >= 32 || (byte >= 8 && byte <= 13) || byte === 27)
}
