import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ERROR, IMAGE_LIMITS, STATUS } from '@mingmou/contract'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { answer } from '../../http/envelope.ts'
import { languageOf } from '../../http/language.ts'
import type { App } from '../../http/mount.ts'
import { isStranger } from '../../http/turns.ts'
import { Denied, invalid, Refusal } from '../../http/refusal.ts'
import { FILE_PATH, UPLOAD_PATH } from '../../platform/files/files-disk.ts'
import { requireSession } from '../sessions/authenticate.ts'
import { attachment, type FileDoor } from '../../platform/files/files.ts'
import { typeOf } from '../../platform/files/keys.ts'
import { refusedUpload } from './refused-upload.ts'
import { countUpload, settleUpload } from './unfiled.ts'

/** This server's own object store. The signed form and the signed address are the permission. */
export function mountFileDoor(app: App, ctx: Context, door: FileDoor): void {
  app.post(UPLOAD_PATH, { bodyLimit: IMAGE_LIMITS.maxBytes + 65_536 }, async (request, reply) => {
    await receiveUpload(ctx, request, door)
    const language = languageOf(request.headers['accept-language'])
    return answer(reply, language, { status: STATUS.ok, error_code: 0, message: 'ok' })
  })

  app.get<{ Params: { '*': string }; Querystring: Record<string, string> }>(
    `${FILE_PATH}/*`,
    // A page shows many pictures, and their addresses carry no session.
    { config: { rateLimit: { max: 10 * ctx.config.callsPerMinute } } },
    async (request, reply) => {
      const key = request.params['*']
      const admitted = door.admitRead(key, request.query)
      if (admitted === null) throw new Denied(STATUS.noSuchPath)
      const { ends, saveAs, kept } = admitted
      const stored = await ctx.files.stat(key)
      if (stored === null) throw new Denied(STATUS.noSuchPath)
      const seconds = Math.floor((ends.getTime() - ctx.now().getTime()) / 1000)
      if (saveAs !== null) void reply.header('content-disposition', attachment(saveAs))
      return reply
        .header('content-type', typeOf(key))
        .header('content-length', stored.size)
        .header(
          'cache-control',
          kept ? `private, max-age=${seconds}, immutable` : 'private, no-store',
        )
        .header('content-security-policy', "default-src 'none'; sandbox")
        .send(await ctx.files.open(key))
    },
  )
}

/** Streams the form's file to its place. As in S3, every field stands before the file. */
async function receiveUpload(ctx: Context, request: FastifyRequest, door: FileDoor): Promise<void> {
  if (!request.isMultipart()) throw new Denied(STATUS.malformed)
  const form: Record<string, string> = {}
  // Without its own limit a file would be cut silently at the limit of JSON bodies.
  const limits = { files: 1, fields: 8, fieldSize: 4096, parts: 9, fileSize: Infinity }
  const parts = request.parts({ limits })
  for await (const part of parts) {
    if (part.type === 'field') {
      form[part.fieldname] = String(part.value)
      continue
    }
    try {
      await receiveFile(ctx, request, { file: part.file, form }, door)
    } catch (error) {
      // Read to its end: a client that is still sending does not receive the refusal.
      part.file.resume()
      await finished(part.file).catch(() => undefined)
      throw error
    }
    return
  }
  throw new Refusal(ERROR.uploadUnfinished, 'upload_unfinished')
}

async function receiveFile(
  ctx: Context,
  request: FastifyRequest,
  { file, form }: { file: Readable; form: Record<string, string> },
  door: FileDoor,
): Promise<void> {
  const key = form['key'] ?? ''
  const allowed = door.admitUpload(form, key)
  if (allowed === null) throw invalid({ key: 'not_allowed' })
  const by = allowed.session && {
    ...(await requireSession(ctx, allowed.session)),
    uid: allowed.session.uid,
  }
  // The body is the file and little more. One that does not say how long it is may be as long as any.
  const said = Number(request.headers['content-length'] ?? Infinity)
  const upload = await countUpload(ctx, by, key, Math.min(said, allowed.maxBytes))
  let came = 0
  // A failed write must not end the stream: the rest still has to be read.
  const bytes = file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>
  const counted = counting(bytes, (size) => (came += size))
  try {
    const claim = isStranger(by) ? 'spare' : 'new'
    const within = atMost(counted, allowed.maxBytes, key)
    if (!(await door.receive(key, { ...allowed, claim }, within)))
      throw new Refusal(ERROR.conflict, 'already_exists')
  } catch (error) {
    await settleUpload(ctx, upload, null)
    throw error
  }
  await settleUpload(ctx, upload, came)
}

async function* counting(source: AsyncIterable<Buffer>, add: (size: number) => void) {
  for await (const chunk of source) {
    add(chunk.length)
    yield chunk
  }
}

/** Passes bytes on up to the limit. Reads the rest and then refuses. */
async function* atMost(
  source: AsyncIterable<Buffer>,
  limit: number,
  key: string,
): AsyncGenerator<Buffer> {
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size <= limit) yield chunk
  }
  if (size > limit) throw refusedUpload(ERROR.imageRefused, 'image_too_large', key)
  if (size === 0) throw refusedUpload(ERROR.uploadUnfinished, 'image_missing', key)
}
