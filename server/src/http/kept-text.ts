import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compressed = promisify(gzip)

async function keep(make: () => Promise<string>) {
  const text = Buffer.from(await make())
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`
  return { text, packed: await compressed(text, { level: 9 }), etag }
}

const takesGzip = (accepted = '') =>
  accepted.split(',').some((coding) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding))

const knows = (marks = '', etag: string) =>
  marks.split(',').some((mark) => ['*', etag].includes(mark.trim().replace(/^W\//, '')))

/**
 * Answers with a long text that never changes while the program runs: written and compressed once,
 * for the first who asks, and not sent again to whoever has it.
 */
export function keptText(make: () => Promise<string>) {
  let kept: ReturnType<typeof keep> | undefined
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { text, packed, etag } = await (kept ??= keep(make))
    void reply
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-encoding, accept-language')
      .header('etag', etag)
    if (knows(request.headers['if-none-match'], etag)) return reply.code(304).send()
    void reply.header('content-type', 'application/json; charset=utf-8')
    return takesGzip(request.headers['accept-encoding'])
      ? reply.header('content-encoding', 'gzip').send(packed)
      : reply.send(text)
  }
}
