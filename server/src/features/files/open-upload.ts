import { webcrypto } from 'node:crypto'
import { ImageRefused, type DicomFacts } from '@mingmou/analysis/image'
import { ERROR, IMAGE_LIMITS, keyName } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { inTurnsByKind, type Waiter } from '../../http/turns.ts'
import { FileMissing, FileTooLarge } from '../../platform/files/files.ts'
import {
  lookBeside,
  openBeside,
  saidBeside,
  type OpenedUpload,
  type UploadLook,
} from './opening.ts'
import { refusedFor, refusedUpload } from './refused-upload.ts'

/** Decoding takes a core and hundreds of megabytes: two images of staff at a time, one of strangers. */
export const decoding = inTurnsByKind({ staff: 2, strangers: 1 })

/** A file that was uploaded, checked as an archive checks it. */
export const openUpload = (ctx: Context, by: Waiter, upload: string): Promise<OpenedUpload> =>
  decoding(by, async () => {
    const at = await placeOf(ctx, upload)
    const opened = await orRefused(ctx, upload, openBeside(by, at))
    // An object store takes a form as often as it is sent: the upload may be another one by now.
    return typeof at === 'string' ? opened : { ...opened, bytes: opened.bytes ?? at }
  })

/** The same, where nothing of it is kept yet but its thumbnail. */
export const lookAtUpload = (ctx: Context, by: Waiter, upload: string): Promise<UploadLook> =>
  decoding(by, async () => orRefused(ctx, upload, lookBeside(by, await placeOf(ctx, upload))))

/** What an upload says of its patient. Its header is read alone, and nothing is decoded. */
export const readFacts = async (
  ctx: Context,
  by: Waiter,
  upload: string,
): Promise<DicomFacts | null> => orRefused(ctx, upload, saidBeside(by, await placeOf(ctx, upload)))

const missing = (upload: string) => refusedUpload(ERROR.uploadUnfinished, 'image_missing', upload)

/** Where the upload lies. That of an object store is read: its bytes. */
async function placeOf({ files }: Context, upload: string): Promise<string | Buffer> {
  const tooLarge = () => refusedUpload(ERROR.imageRefused, 'image_too_large', upload)
  const found = await files.stat(upload)
  if (!found) throw missing(upload)
  if (found.size > IMAGE_LIMITS.maxBytes) throw tooLarge()
  if (files.door !== null) return files.door.placeOf(upload)
  return files.read(upload, IMAGE_LIMITS.maxBytes).catch((error: unknown) => {
    if (error instanceof FileTooLarge) throw tooLarge()
    throw error instanceof FileMissing ? missing(upload) : error
  })
}

async function orRefused<T>({ files }: Context, upload: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ImageRefused)
      throw refusedFor(ERROR.imageRefused, error.of(keyName(upload)), upload)
    // Removed since it was looked for.
    if (!(await files.stat(upload))) throw missing(upload)
    throw error
  }
}

/** Beside the thread that serves: 32 MiB take it a tenth of a second. No buffer here is shared memory. */
export const sha256 = async (bytes: Buffer): Promise<string> =>
  Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes as Buffer<ArrayBuffer>)).toString(
    'hex',
  )
