import { fieldMessages, SHARED_IMAGE_PATH, STATUS } from '@mingmou/contract'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { App } from '../../http/mount.ts'
import { Denied, invalid } from '../../http/refusal.ts'
import { typeOf } from '../../platform/files/keys.ts'
import { admitRead, signedQuery } from '../../platform/files/signing.ts'
import { findSharedImage } from './queries.ts'

const Query = z.strictObject({
  image: z.guid(),
  size: z.enum(['thumb', 'full']),
  expires: z.string(),
  signature: z.string(),
})
type Size = z.infer<typeof Query>['size']

/** Keys of files name institution and archive. What is signed here names neither. */
const signedAs = (image: string, size: Size) => `shared/${image}/${size}`

export function sharedUrl(ctx: Context, image: string, size: Size): string {
  const signed = signedQuery(ctx.keys.url, signedAs(image, size), ctx.now())
  return `${SHARED_IMAGE_PATH}?${new URLSearchParams({ image, size }).toString()}&${signed}`
}

/** Streams a photograph for as long as its institution shares it. */
export function sharedImageRoute(app: App, ctx: Context): void {
  app.get(SHARED_IMAGE_PATH, async (request, reply) => {
    const query = Query.safeParse(request.query, { reportInput: true })
    if (!query.success) throw invalid(fieldMessages(query.error.issues))
    const { image, size, ...signed } = query.data
    const admitted = admitRead(ctx.keys.url, signedAs(image, size), signed, ctx.now())
    const found =
      admitted && (await ctx.db.transaction().execute((trx) => findSharedImage(trx, image)))
    if (!found) throw new Denied(STATUS.noSuchPath)
    const key = size === 'thumb' ? found.thumb_key : found.file_key
    const seconds = Math.floor((admitted.ends.getTime() - ctx.now().getTime()) / 1000)
    return reply
      .header('content-type', typeOf(key))
      .header('cache-control', `private, max-age=${seconds}, immutable`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(await ctx.files.open(key))
  })
}
