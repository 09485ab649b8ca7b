import { ERROR, IMAGE_LIMITS, message, type UploadType } from '@mingmou/contract'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import type { Context } from '../../context.ts'
import type { Actor } from '../../http/actor.ts'
import { invalid, Refusal } from '../../http/refusal.ts'
import { FileMissing } from '../../platform/files/files.ts'
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
  const name = upload.slice(upload.lastIndexOf('/') + 1)
  const bytes = await ctx.files.read(upload).catch((error: unknown) => {
    if (!(error instanceof FileMissing)) throw error
    throw new Refusal(ERROR.uploadUnfinished, message('image_missing', name))
  })
  const key = `${folder}/${uuid()}/${type}.${format}`
  await ctx.files.put(key, await encodedAnew(bytes, name, sidePx, format), `image/${format}`)
  return key
}

async function encodedAnew(
  bytes: Buffer,
  name: string,
  sidePx: number,
  format: Wanted['format'],
): Promise<Buffer> {
  const picture = sharp(bytes, { failOn: 'warning', limitInputPixels: IMAGE_LIMITS.maxPixels })
  const found = await picture.metadata().catch(() => ({ format: '' }))
  if (!FORMATS.includes(found.format))
    throw new Refusal(ERROR.imageRefused, message('logo_type', name))
  try {
    return await picture
      .autoOrient()
      .resize(sidePx, sidePx, { fit: 'inside', withoutEnlargement: true })
      .toFormat(format)
      .toBuffer()
  } catch {
    throw new Refusal(ERROR.imageRefused, message('image_unreadable', name))
  }
}
