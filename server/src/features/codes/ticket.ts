import { CODE } from '@mingmou/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Asker } from './codes.ts'
import { newSecret } from '../sessions/tokens.ts'

const NAME = 'code_ticket'

/** The cookie that identifies a browser between asking for a code and trying it. */
export function codeTicket(publicUrl: string) {
  const options = {
    path: '/v1',
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
    maxAge: CODE.seconds,
  } as const
  const read = (request: FastifyRequest): string | null => {
    const given = request.cookies[NAME] ?? ''
    return /^[\w-]{43}$/.test(given) ? given : null
  }
  return {
    /** The asker of a try; null for a client that keeps no cookie. */
    trying: (request: FastifyRequest): Asker => ({ who: read(request), ip: request.ip }),
    /**
     * The asker of a code: the browser's ticket, or a new one. It is kept from now for as long as a
     * code is valid.
     */
    asking: (request: FastifyRequest, reply: FastifyReply): Asker & { who: string } => {
      const who = read(request) ?? newSecret().secret
      void reply.setCookie(NAME, who, options)
      return { who, ip: request.ip }
    },
  }
}
