import { webcrypto } from 'node:crypto'
import { dicomFacts, ImageRefused, openImage, SILENT } from '@mingmou/analysis/image'
import { ERROR, IMAGE_LIMITS, keyName, type Modality, type Scale } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Actor } from '../../http/actor.ts'
import { isUploadOf } from '../files/service.ts'
import { refusedFor, refusedUpload } from '../files/refused-upload.ts'
import { inTurnsByKind, isStranger, type Waiter } from '../../http/turns.ts'
import { FileMissing, FileTooLarge } from '../../platform/files/files.ts'
import type { SaidOf } from '../batch/differences.ts'
import type { NewImage } from './queries.ts'

/** Decoding takes a core and hundreds of megabytes: two images of staff at a time, one of strangers. */
export const decoding = inTurnsByKind({ staff: 2, strangers: 1 })
/** Those that are written meanwhile wait for the disk, and hold their bytes. */
const taking = inTurnsByKind({ staff: 4, strangers: 2 })

/** The key is repeated or belongs to somebody else. */
export function checkKeys(actor: Actor, modality: Modality, keys: readonly string[]): void {
  for (const [index, key] of keys.entries()) {
    if (!isUploadOf(actor, modality, key)) {
      throw refusedUpload(ERROR.uploadUnfinished, 'image_missing', key)
    }
    if (keys.indexOf(key) < index) throw refusedUpload(ERROR.conflict, 'image_repeated', key)
  }
}

async function open(upload: string, bytes: Buffer) {
  try {
    return await openImage(bytes)
  } catch (error) {
    if (error instanceof ImageRefused)
      throw refusedFor(ERROR.imageRefused, error.of(keyName(upload)), upload)
    throw error
  }
}

async function read(ctx: Context, upload: string): Promise<Buffer> {
  const missing = () => refusedUpload(ERROR.uploadUnfinished, 'image_missing', upload)
  const found = await ctx.files.stat(upload)
  if (!found) throw missing()
  if (found.size > IMAGE_LIMITS.maxBytes) {
    throw refusedUpload(ERROR.imageRefused, 'image_too_large', upload)
  }
  return ctx.files.read(upload, IMAGE_LIMITS.maxBytes).catch((error: unknown) => {
    if (error instanceof FileTooLarge)
      throw refusedUpload(ERROR.imageRefused, 'image_too_large', upload)
    throw error instanceof FileMissing ? missing() : error
  })
}

/** A file that was uploaded, checked as an archive checks it. */
export const openUpload = (ctx: Context, by: Waiter, upload: string) =>
  decoding(by, async () => {
    const bytes = await read(ctx, upload)
    return { bytes, image: await open(upload, bytes) }
  })

/** What an upload says of its patient. Its header is read alone, and nothing is decoded. */
export const readSaid = (ctx: Context, by: Waiter, upload: string): Promise<SaidOf> =>
  taking(by, async () => ({ key: upload, dicom: dicomFacts(await read(ctx, upload)) }))

/** Beside the thread that serves: 32 MiB take it a tenth of a second. No buffer here is shared memory. */
export const sha256 = async (bytes: Buffer): Promise<string> =>
  Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes as Buffer<ArrayBuffer>)).toString(
    'hex',
  )

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
      const { bytes, image } = await openUpload(ctx, by, upload)
      const file_key = `${folder}/${image_index}.${image.format === 'jpeg' ? 'jpg' : 'png'}`
      const thumb_key = `${folder}/${image_index}.thumb.jpg`
      // Without metadata there was nothing to take out: the upload is the image.
      const isSame = image.bytes.equals(bytes)
      // An object store takes a form as often as it is sent: the upload may be another one by now.
      const isFast = isSame && ctx.files.door !== null
      kept.push(file_key, thumb_key)
      await both(
        isFast
          ? ctx.files.copy(upload, file_key, image.type)
          : ctx.files.put(file_key, image.bytes, image.type, claim),
        ctx.files.put(thumb_key, image.thumb, 'image/jpeg', claim),
      )
      const upload_sha256 = await sha256(bytes)
      sum += bytes.length
      said.push({ key: upload, dicom: dicomFacts(bytes) })
      images.push({
        image_index,
        upload_key: upload,
        file_name: keyName(upload),
        file_key,
        thumb_key,
        sha256: isSame ? upload_sha256 : await sha256(image.bytes),
        upload_sha256,
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
