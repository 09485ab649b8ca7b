import { webcrypto } from 'node:crypto'
import { ImageRefused, type DicomFacts } from '@mingmou/analysis/image'
import { ERROR, IMAGE_LIMITS, keyName } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { inTurnsByKind, type Waiter } from '../../http/turns.ts'
import { FileMissing, FileTooLarge } from '../../platform/files/files.ts'
import { openBeside, saidBeside, type OpenedUpload } from './opening.ts'
import { refusedFor, refusedUpload } from './refused-upload.ts'

/** Decoding takes a core and hundreds of megabytes: two images of staff at a time, one of strangers. */
export const decoding = inTurnsByKind({ staff: 2, strangers: 1 })

/** A file that was uploaded, checked as an archive checks it. */
export const openUpload = (ctx: Context, by: Waiter, upload: string): Promise<OpenedUpload> =>
  decoding(by, async () => open(by, upload, await readUpload(ctx, upload)))

/** What an upload says of its patient. Its header is read alone, and nothing is decoded. */
export const readFacts = async (
  ctx: Context,
  by: Waiter,
  upload: string,
): Promise<DicomFacts | null> => saidBeside(by, await readUpload(ctx, upload))

async function readUpload(ctx: Context, upload: string): Promise<Buffer> {
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

async function open(by: Waiter, upload: string, bytes: Buffer) {
  try {
    return await openBeside(by, bytes)
  } catch (error) {
    if (error instanceof ImageRefused)
      throw refusedFor(ERROR.imageRefused, error.of(keyName(upload)), upload)
    throw error
  }
}

/** Beside the thread that serves: 32 MiB take it a tenth of a second. No buffer here is shared memory. */
export const sha256 = async (bytes: Buffer): Promise<string> =>
  Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes as Buffer<ArrayBuffer>)).toString(
    'hex',
  )
