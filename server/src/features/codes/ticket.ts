import { CODE } from '@mingmou/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, cookieOptions } from '../../http/cookies.ts'
import type { Asker } from './codes.ts'
import { newSecret } from '../sessions/tokens.ts'

/** The cookie that identifies a browser between asking for a code and trying it. */
export function codeTicket(publicUrl: string) {
  const name = cookieName(publicUrl, 'code_ticket')
  const options = { ...cookieOptions(publicUrl, '/v1'), maxAge: CODE.seconds }
  const read = (request: FastifyRequest): string | null => {
    const given = request.cookies[name] ?? ''
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
      void reply.setCookie(name, who, options)
      return { who, ip: request.ip }
    },
  }
}
