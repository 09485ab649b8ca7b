import { randomUUID } from 'node:crypto'
import {
  ERROR,
  FEEDBACK,
  IMAGE_LIMITS,
  message,
  type DataOf,
  type sendFeedbackForms,
} from '@mingmou/contract'
import sharp from 'sharp'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Actor, Caller } from '../../http/actor.ts'
import { invalid, Refusal } from '../../http/refusal.ts'
import { isStranger } from '../../http/turns.ts'
import { FileMissing, FileTooLarge } from '../../platform/files/files.ts'
import { decoding } from '../files/open-upload.ts'
import { isActivePdf, isPdf } from '../files/pdf.ts'
import { countAhead, isUploadOf } from '../files/service.ts'
import { allowUploads } from './limits.ts'
import type { FileRow } from './queries.ts'

/** The name of an upload is random: who knows it has uploaded it. */
const FORMS = 'uploads/feedback/forms/'
const PICTURES = ['jpeg', 'png', 'webp']
/** The longer side of a kept picture. */
const SIDE_PX = 4096

/** Upload forms for one file each. What no feedback takes in is swept after a day, like any upload. */
export async function makeFeedbackForms(
  ctx: Context,
  caller: Caller<Actor | null>,
  count: number,
): Promise<DataOf<typeof sendFeedbackForms>> {
  await allowUploads(ctx, caller, count)
  const max_bytes = FEEDBACK.maxBytes
  const { actor } = caller
  const session = actor && { uid: actor.uid, sid: actor.sid }
  const terms = { maxBytes: max_bytes, session }
  const keys = Array.from({ length: count }, () => `${FORMS}${randomUUID()}`)
  await countAhead(ctx, actor, keys, max_bytes)
  const made = await Promise.all(
    keys.map(async (key) => ({ key, ...(await ctx.files.uploadForm(key, terms)) })),
  )
  return {
    forms: made.map(({ url, fields, key }) => ({ url, fields, key })),
    max_bytes,
    expires_at: (made[0]?.expires_at ?? ctx.now()).toISOString(),
  }
}

/**
 * Checks the uploads and keeps them below the feedback: a picture drawn anew, so that nothing but the picture is
 * left of it, a PDF that shows pages alone as it came. `kept` is called for each file at once.
 */
export async function takeAttachments(
  ctx: Context,
  by: Pick<Caller<Actor | null>, 'actor' | 'ip'>,
  { fid, keys }: { fid: string; keys: readonly string[] },
  kept: string[],
): Promise<FileRow[]> {
  const { actor } = by
  const rows: FileRow[] = []
  for (const [place, upload] of keys.entries()) {
    const ours = upload.startsWith(FORMS) || (actor && isUploadOf(actor, 'feedback', upload))
    if (!ours) throw invalid({ file_list: 'not_allowed' })
    const { bytes, type, extension } = await decoding(by, async () =>
      clean(await read(ctx, upload, place + 1), place + 1),
    )
    const file_id = newId()
    const file_key = `feedback/${fid}/${file_id}.${extension}`
    kept.push(file_key)
    await ctx.files.put(file_key, bytes, type, isStranger(actor) ? 'spare' : 'new')
    rows.push({ file_id, fid, place, file_key, type, size: bytes.length })
  }
  return rows
}

async function read(ctx: Context, upload: string, number: number): Promise<Buffer> {
  const found = await ctx.files.stat(upload)
  if (found === null) throw refused('attachment_missing', number)
  if (found.size > FEEDBACK.maxBytes) throw refused('attachment_too_large', number)
  return ctx.files.read(upload, FEEDBACK.maxBytes).catch((error: unknown) => {
    if (error instanceof FileTooLarge) throw refused('attachment_too_large', number)
    throw error instanceof FileMissing ? refused('attachment_missing', number) : error
  })
}

async function clean(bytes: Buffer, number: number) {
  if (isPdf(bytes)) {
    if (await isActivePdf(bytes)) throw refused('attachment_active', number)
    return { bytes, type: 'application/pdf', extension: 'pdf' }
  }
  const limitInputPixels = IMAGE_LIMITS.maxPixels
  // A truncated file is still of its type, but cannot be read.
  const head = await sharp(bytes, { failOn: 'none', limitInputPixels })
    .metadata()
    .catch(() => null)
  if (!PICTURES.includes(head?.format ?? '')) throw refused('attachment_type', number)
  const drawn = await sharp(bytes, { failOn: 'warning', limitInputPixels })
    .autoOrient()
    .resize(SIDE_PX, SIDE_PX, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer()
    .catch(() => {
      throw refused('attachment_unreadable', number)
    })
  return { bytes: drawn, type: 'image/jpeg', extension: 'jpg' }
}

type Fault =
  | 'attachment_type'
  | 'attachment_active'
  | 'attachment_too_large'
  | 'attachment_unreadable'
  | 'attachment_missing'

function refused(key: Fault, number: number): Refusal {
  const code = key === 'attachment_missing' ? ERROR.uploadUnfinished : ERROR.imageRefused
  const said = message(key, number)
  return new Refusal(code, said, {}, { file_list: said })
}
