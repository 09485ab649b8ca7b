import { ERROR, IMAGE_LIMITS, message } from '@mingmou/contract'
import sharp from 'sharp'
import { Refusal } from '../../http/refusal.ts'

/** The stored format of each picture type. */
const FORMATS: Record<string, { type: string; extension: string }> = {
  jpeg: { type: 'image/jpeg', extension: 'jpg' },
  png: { type: 'image/png', extension: 'png' },
  webp: { type: 'image/webp', extension: 'webp' },
}

/** A PDF ends within its last KiB. */
export const isPdf = (bytes: Buffer) =>
  bytes.subarray(0, 5).toString('latin1') === '%PDF-' && bytes.subarray(-1024).includes('%%EOF')

/** The real type of a file, whatever its name says. A picture is read to its end. */
export async function readFormat(
  bytes: Buffer,
  name: string,
): Promise<{ type: string; extension: string }> {
  if (isPdf(bytes)) return { type: 'application/pdf', extension: 'pdf' }
  const limitInputPixels = IMAGE_LIMITS.maxPixels
  // A truncated file is still of its type, but cannot be read.
  const head = await sharp(bytes, { failOn: 'none', limitInputPixels })
    .metadata()
    .catch(() => null)
  const found = FORMATS[head?.format ?? '']
  if (found === undefined) throw refused('document_type', name)
  await sharp(bytes, { failOn: 'warning', limitInputPixels })
    .resize(64, 64, { fit: 'inside' })
    .raw()
    .toBuffer()
    .catch(() => {
      throw refused('image_unreadable', name)
    })
  return found
}

export function refused(
  key: 'document_type' | 'document_too_large' | 'image_unreadable' | 'image_missing',
  name: string,
): Refusal {
  const code = key === 'image_missing' ? ERROR.uploadUnfinished : ERROR.imageRefused
  const said = message(key, name)
  return new Refusal(code, said, {}, { documents: said })
}
