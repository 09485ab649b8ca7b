import { sharedImage, STATUS, type BodyOf } from '@mingmou/contract'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { Denied } from '../../http/refusal.ts'
import { typeOf } from '../../platform/files/keys.ts'
import { admitRead, signedQuery } from '../../platform/files/signing.ts'
import { findSharedImage } from './queries.ts'

type Size = BodyOf<typeof sharedImage>['size']

/** Keys of files name institution and archive. What is signed here names neither. */
const signedAs = (image: string, size: Size) => `shared/${image}/${size}`

export function sharedUrl(ctx: Context, image: string, size: Size): string {
  const signed = signedQuery(ctx.keys.url, signedAs(image, size), ctx.now(), undefined)
  return `${sharedImage.path}?${new URLSearchParams({ image, size }).toString()}&${signed}`
}

/** Streams a photograph for as long as its institution shares it. */
export async function sendShared(
  ctx: Context,
  { image, size, ...signed }: BodyOf<typeof sharedImage>,
  reply: FastifyReply,
): Promise<FastifyReply> {
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
}
