import { createHash } from 'node:crypto'
import { ImageRefused, openImage, thumbnail } from '@mingmou/analysis/image'
import {
  ERROR,
  IMAGE_LIMITS,
  message,
  THUMBNAIL_SIZE,
  type MessageKey,
  type Scale,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { FileMissing } from '../../platform/files/files.ts'
import type { NewImage } from './queries.ts'

/** The user's name for the file: the last part of its upload key. */
export const fileName = (key: string) => key.slice(key.lastIndexOf('/') + 1)

export function refusedImage(code: number, key: MessageKey, upload: string): Refusal {
  return new Refusal(code, message(key, fileName(upload)))
}

/** Two images at a time in this process: decoding takes a core and hundreds of megabytes. */
const gate = { free: 2, waiting: [] as (() => void)[] }

export async function oneOfTwo<T>(work: () => Promise<T>): Promise<T> {
  if (gate.free > 0) gate.free--
  else await new Promise<void>((resolve) => gate.waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = gate.waiting.shift()
    if (next) next()
    else gate.free++
  }
}

async function open(upload: string, bytes: Buffer) {
  try {
    const image = await openImage(bytes)
    return { image, thumb: await thumbnail(image.bytes, THUMBNAIL_SIZE, THUMBNAIL_SIZE) }
  } catch (error) {
    if (error instanceof ImageRefused) throw refusedImage(ERROR.imageRefused, error.key, upload)
    throw error
  }
}

async function read(ctx: Context, upload: string): Promise<Buffer> {
  const missing = () => refusedImage(ERROR.uploadUnfinished, 'image_missing', upload)
  const found = await ctx.files.stat(upload)
  if (!found) throw missing()
  if (found.size > IMAGE_LIMITS.maxBytes) {
    throw refusedImage(ERROR.imageRefused, 'image_too_large', upload)
  }
  return ctx.files.read(upload).catch((error: unknown) => {
    throw error instanceof FileMissing ? missing() : error
  })
}

/** A file that was uploaded, checked as an archive checks it, with its preview. */
export const openUpload = (ctx: Context, upload: string) =>
  oneOfTwo(async () => {
    const bytes = await read(ctx, upload)
    return { bytes, ...(await open(upload, bytes)) }
  })

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The scale in the file takes precedence over a stated one. */
export function scaleOf(inFile: Scale | null, stated: number | undefined) {
  if (inFile) return { mm_per_px: inFile.mm_per_px, scale_source: inFile.source }
  if (stated === undefined) return { mm_per_px: null, scale_source: null }
  return { mm_per_px: stated, scale_source: 'stated' as const }
}

/**
 * Checks the uploads one after the other and keeps each below `folder` as image and thumbnail. Each
 * key is reported as soon as it is kept, so that a failure can remove it.
 */
export async function takeIn(
  ctx: Context,
  folder: string,
  uploads: readonly string[],
  kept: string[],
  stated: number | undefined,
): Promise<NewImage[]> {
  const images: NewImage[] = []
  for (const [image_index, upload] of uploads.entries()) {
    images.push(
      await oneOfTwo(async () => {
        const bytes = await read(ctx, upload)
        const { image, thumb } = await open(upload, bytes)
        const file_key = `${folder}/${image_index}.${image.format === 'jpeg' ? 'jpg' : 'png'}`
        const thumb_key = `${folder}/${image_index}.thumb.jpg`
        kept.push(file_key, thumb_key)
        await ctx.files.put(file_key, image.bytes, image.type)
        await ctx.files.put(thumb_key, thumb, 'image/jpeg')
        return {
          image_index,
          upload_key: upload,
          file_name: fileName(upload),
          file_key,
          thumb_key,
          sha256: sha256(image.bytes),
          upload_sha256: sha256(bytes),
          width: image.width,
          height: image.height,
          ...scaleOf(image.scale, stated),
        }
      }),
    )
  }
  return images
}
