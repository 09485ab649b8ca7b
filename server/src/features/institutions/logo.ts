import { ERROR, IMAGE_LIMITS, message } from '@mingmou/contract'
import sharp from 'sharp'
import { v7 as uuid } from 'uuid'
import type { Context } from '../../context.ts'
import type { Actor } from '../../http/actor.ts'
import { invalid, Refusal } from '../../http/refusal.ts'
import { FileMissing } from '../../platform/files/files.ts'
import { isUploadOf } from '../files/service.ts'

const SIDE_PX = 512
const FORMATS = ['jpeg', 'png', 'webp']

/**
 * Stores an uploaded picture as the logo of an institution: upright, small, without metadata.
 * Returns its key.
 */
export async function takeLogo(
  ctx: Context,
  actor: Actor,
  oid: string,
  upload: string,
): Promise<string> {
  if (!isUploadOf(actor, 'logo', upload)) throw invalid({ logo: 'not_allowed' })
  const name = upload.slice(upload.lastIndexOf('/') + 1)
  const bytes = await ctx.files.read(upload).catch((error: unknown) => {
    if (!(error instanceof FileMissing)) throw error
    throw new Refusal(ERROR.uploadUnfinished, message('image_missing', name))
  })
  const key = `logos/${oid}/${uuid()}/logo.png`
  await ctx.files.put(key, await small(bytes, name), 'image/png')
  return key
}

async function small(bytes: Buffer, name: string): Promise<Buffer> {
  const picture = sharp(bytes, { failOn: 'warning', limitInputPixels: IMAGE_LIMITS.maxPixels })
  const { format } = await picture.metadata().catch(() => ({ format: '' }))
  if (!FORMATS.includes(format)) throw new Refusal(ERROR.imageRefused, message('logo_type', name))
  try {
    const fitted = picture
      .autoOrient()
      .resize(SIDE_PX, SIDE_PX, { fit: 'inside', withoutEnlargement: true })
    return await fitted.png().toBuffer()
  } catch {
    throw new Refusal(ERROR.imageRefused, message('image_unreadable', name))
  }
}
