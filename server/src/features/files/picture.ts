import { ERROR, IMAGE_LIMITS, type UploadType } from '@mingmou/contract'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import type { Context } from '../../context.ts'
import type { Actor } from '../../http/actor.ts'
import { invalid } from '../../http/refusal.ts'
import { FileMissing, FileTooLarge } from '../../platform/files/files.ts'
import { decoding } from './open-upload.ts'
import { refusedUpload } from './refused-upload.ts'
import { isUploadOf } from './service.ts'

const FORMATS = ['jpeg', 'png', 'webp']

interface Wanted {
  type: UploadType
  /** The field of the call that names the upload. */
  field: string
  folder: string
  sidePx: number
  format: 'png' | 'webp'
}

/**
 * Stores an uploaded picture for the pages: upright, no larger than wanted, encoded anew, without
 * metadata. Returns its key.
 */
export async function takePicture(
  ctx: Context,
  actor: Actor,
  upload: string,
  { type, field, folder, sidePx, format }: Wanted,
): Promise<string> {
  if (!isUploadOf(actor, type, upload)) throw invalid({ [field]: 'not_allowed' })
  const picture = await decoding({ actor, ip: '' }, async () => {
    const bytes = await ctx.files.read(upload, IMAGE_LIMITS.maxBytes).catch((error: unknown) => {
      if (error instanceof FileTooLarge)
        throw refusedUpload(ERROR.imageRefused, 'image_too_large', upload)
      if (!(error instanceof FileMissing)) throw error
      throw refusedUpload(ERROR.uploadUnfinished, 'image_missing', upload)
    })
    return encodedAnew(bytes, upload, sidePx, format)
  })
  const key = `${folder}/${uuid()}/${type}.${format}`
  await ctx.files.put(key, picture, `image/${format}`)
  return key
}

async function encodedAnew(
  bytes: Buffer,
  upload: string,
  sidePx: number,
  format: Wanted['format'],
): Promise<Buffer> {
  const picture = sharp(bytes, { failOn: 'warning', limitInputPixels: IMAGE_LIMITS.maxPixels })
  const found = await picture.metadata().catch(() => ({ format: '' }))
  if (!FORMATS.includes(found.format)) throw refusedUpload(ERROR.imageRefused, 'logo_type', upload)
  try {
    return await picture
      .autoOrient()
      .resize(sidePx, sidePx, { fit: 'inside', withoutEnlargement: true })
      .toFormat(format)
      .toBuffer()
  } catch {
    throw refusedUpload(ERROR.imageRefused, 'image_unreadable', upload)
  }
}
