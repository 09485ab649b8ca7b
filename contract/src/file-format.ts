import type { MessageKey } from './messages.ts'

/** So many first bytes of a file show its format. */
export const FILE_HEAD_BYTES = 132

type FileFormat = 'jpeg' | 'png' | 'tiff' | 'webp' | 'dicom' | 'heic'

const SIGNS: readonly (readonly [FileFormat, ...(readonly [at: number, ascii: string])[]])[] = [
  ['jpeg', [0, '\xff\xd8\xff']],
  ['png', [0, '\x89PNG\r\n\x1a\n']],
  ['tiff', [0, 'II*\0']],
  ['tiff', [0, 'MM\0*']],
  ['webp', [0, 'RIFF'], [8, 'WEBP']],
  ['dicom', [128, 'DICM']],
  // ISO/IEC 23008-12 lists the brands of pictures that telephones take.
  ...['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].map(
    (brand) => ['heic', [4, 'ftyp'], [8, brand]] as const,
  ),
]

/** The format of a file, by its content and not by its name; undefined for other formats. */
export function formatOf(bytes: Uint8Array): FileFormat | undefined {
  const reads = (at: number, ascii: string) =>
    Array.from(ascii).every((character, index) => bytes[at + index] === character.charCodeAt(0))
  return SIGNS.find(([, ...signs]) => signs.every(([at, ascii]) => reads(at, ascii)))?.[0]
}

type FormatFault = Extract<MessageKey, 'image_empty' | 'image_heic' | 'image_type'>

/** The reason to refuse a file with this beginning; null where it may be an accepted image. */
export function formatFault(head: Uint8Array): FormatFault | null {
  if (head.length === 0) return 'image_empty'
  const format = formatOf(head)
  if (format === 'heic') return 'image_heic'
  return format === undefined ? 'image_type' : null
}
