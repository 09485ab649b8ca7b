import { ADMISSION_DOCUMENTS, ERROR, IMAGE_LIMITS, message } from '@mingmou/contract'
import sharp from 'sharp'
import { Refusal } from '../../http/refusal.ts'

/** The stored format of each picture type. */
const FORMATS = {
  jpeg: { type: 'image/jpeg', extension: 'jpg' },
  png: { type: 'image/png', extension: 'png' },
  webp: { type: 'image/webp', extension: 'webp' },
} as const

const isPicture = (format: string | undefined): format is keyof typeof FORMATS =>
  format !== undefined && Object.hasOwn(FORMATS, format)

/** Above this a page of a document is legible, and below it no letter is lost. */
const QUALITY = 92

/** A PDF ends within its last KiB. */
export const isPdf = (bytes: Buffer) =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-1024).includes('%%EOF')

/**
 * A file as it is kept, by its real type, whatever its name says. A picture is read to its end and written anew: neither
 * metadata nor what stands behind its end, a page or a script for one, is kept. A PDF is kept as it came.
 */
export async function keptDocument(
  bytes: Buffer,
  name: string,
): Promise<{ bytes: Buffer; type: string; extension: string }> {
  if (isPdf(bytes)) return { bytes, type: 'application/pdf', extension: 'pdf' }
  const limitInputPixels = IMAGE_LIMITS.maxPixels
  // A truncated file is still of its type, but cannot be read.
  const head = await sharp(bytes, { failOn: 'none', limitInputPixels })
    .metadata()
    .catch(() => null)
  const format = head?.format
  if (!isPicture(format)) throw refused('document_type', name)
  const drawn = await sharp(bytes, { failOn: 'warning', limitInputPixels })
    .autoOrient()
    .toFormat(format, format === 'png' ? {} : { quality: QUALITY })
    .toBuffer()
    .catch(() => {
      throw refused('image_unreadable', name)
    })
  if (drawn.length > ADMISSION_DOCUMENTS.maxBytes) throw refused('document_too_large', name)
  return { bytes: drawn, ...FORMATS[format] }
}

const NAMED: readonly RegExp[] = [/\.pdf$/i, /\.jpe?g$/i, /\.png$/i, /\.webp$/i]

/**
 * The name under which a document is shown and saved: without folders, signs that a file system reads otherwise and marks
 * that turn the direction of letters, and with the ending of its real type, so that no program is started by it.
 */
export function documentName(name: string, extension: string): string {
  const plain = name
    .replaceAll(/[\p{Cf}\p{Cc}]/gu, '')
    .replaceAll(/[/\\:*?"<>|]/g, '_')
    .replace(/^[.\s]+/, '')
  const isOwn = NAMED.some((ending) => ending.test(plain) && ending.test(`.${extension}`))
  return isOwn ? plain : `${plain || 'document'}.${extension}`
}

export function refused(
  key: 'document_type' | 'document_too_large' | 'image_unreadable' | 'image_missing',
  name: string,
): Refusal {
  const code = key === 'image_missing' ? ERROR.uploadUnfinished : ERROR.imageRefused
  const said = message(key, name)
  return new Refusal(code, said, {}, { documents: said })
}
