import { ADMISSION_DOCUMENTS, ERROR, IMAGE_LIMITS, message } from '@mingmou/contract'
import sharp from 'sharp'
import { Refusal } from '../../http/refusal.ts'
import { isActivePdf, isPdf } from '../files/pdf.ts'

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

/**
 * A file as it is kept, by its real type, whatever its name says. A picture is read to its end and written anew: neither
 * metadata nor what stands behind its end, a page or a script for one, is kept. A PDF that shows pages alone is kept as it came.
 */
export async function keptDocument(
  bytes: Buffer,
  name: string,
): Promise<{ bytes: Buffer; type: string; extension: string }> {
  if (isPdf(bytes)) {
    if (await isActivePdf(bytes)) throw refused('document_active', name)
    return { bytes, type: 'application/pdf', extension: 'pdf' }
  }
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
  key:
    | 'document_type'
    | 'document_active'
    | 'document_too_large'
    | 'image_unreadable'
    | 'image_missing',
  name: string,
): Refusal {
  const code = key === 'image_missing' ? ERROR.uploadUnfinished : ERROR.imageRefused
  const said = message(key, name)
  return new Refusal(code, said, {}, { documents: said })
}
