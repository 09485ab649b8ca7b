import { SILENT } from '@mingmou/analysis/image'
import { ERROR, keyName, type Modality, type Scale } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Actor } from '../../http/actor.ts'
import { isReceivedBy, isUploadOf } from '../files/service.ts'
import { openUpload, readFacts } from '../files/open-upload.ts'
import { refusedUpload } from '../files/refused-upload.ts'
import { inTurnsByKind, isStranger, type Waiter } from '../../http/turns.ts'
import type { SaidOf } from '../batch/differences.ts'
import type { NewImage } from './queries.ts'

/** Those that are written meanwhile wait for the disk, and hold their bytes. */
const taking = inTurnsByKind({ staff: 4, strangers: 2 })

/** The key is repeated or belongs to somebody else. */
export function checkKeys(actor: Actor, modality: Modality, keys: readonly string[]): void {
  for (const [index, key] of keys.entries()) {
    if (!isUploadOf(actor, modality, key) && !isReceivedBy(actor, key)) {
      throw refusedUpload(ERROR.uploadUnfinished, 'image_missing', key)
    }
    if (keys.indexOf(key) < index) throw refusedUpload(ERROR.conflict, 'image_repeated', key)
  }
}

/** What an upload says of its patient. */
export const readSaid = (ctx: Context, by: Waiter, upload: string): Promise<SaidOf> =>
  taking(by, async () => ({ key: upload, dicom: await readFacts(ctx, by, upload) }))

/** The scale in the file takes precedence over a stated one. */
export function scaleOf(inFile: Scale | null, stated: number | undefined) {
  if (inFile) return { mm_per_px: inFile.mm_per_px, scale_source: inFile.source }
  if (stated === undefined) return { mm_per_px: null, scale_source: null }
  return { mm_per_px: stated, scale_source: 'stated' as const }
}

/**
 * Checks the uploads one after the other and keeps each below `folder` as image and thumbnail. Each
 * key is reported before it is kept, so that a failure can remove it. `bytes`: of the uploads; `said`: what they say.
 */
export async function takeIn(
  ctx: Context,
  by: Waiter,
  {
    folder,
    uploads,
    stated,
  }: { folder: string; uploads: readonly string[]; stated?: number | undefined },
  kept: string[],
): Promise<{ images: NewImage[]; bytes: number; said: SaidOf[] }> {
  const claim = isStranger(by.actor) ? 'spare' : 'new'
  const images: NewImage[] = []
  const said: SaidOf[] = []
  let sum = 0
  for (const [image_index, upload] of uploads.entries()) {
    await taking(by, async () => {
      const { image, bytes, ...read } = await openUpload(ctx, by, upload)
      const file_key = `${folder}/${image_index}.${image.format === 'jpeg' ? 'jpg' : 'png'}`
      const thumb_key = `${folder}/${image_index}.thumb.jpg`
      kept.push(file_key, thumb_key)
      await both(
        bytes === null
          ? ctx.files.copy(upload, file_key, image.type)
          : ctx.files.put(file_key, bytes, image.type, claim),
        ctx.files.put(thumb_key, image.thumb, 'image/jpeg', claim),
      )
      sum += read.size
      said.push({ key: upload, dicom: read.dicom })
      images.push({
        image_index,
        upload_key: upload,
        file_name: keyName(upload),
        file_key,
        thumb_key,
        sha256: read.sha256,
        upload_sha256: read.upload_sha256,
        width: image.width,
        height: image.height,
        ...scaleOf(image.scale, stated),
        said: image.said === SILENT ? null : JSON.stringify(image.said),
      })
    })
  }
  return { images, bytes: sum, said }
}

/** Waits for both, so that nothing is written any more after a failure. */
async function both(one: Promise<void>, other: Promise<void>): Promise<void> {
  await Promise.allSettled([one, other])
  await Promise.all([one, other])
}
