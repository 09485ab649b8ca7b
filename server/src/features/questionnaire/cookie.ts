import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, cookieOptions } from '../../http/cookies.ts'
import { hashSecret, newSecret } from '../sessions/tokens.ts'

/**
 * The cookie by which a browser finds its answers again. It does not tell who answers, and no
 * page can read it.
 */
export function browserCookie(publicUrl: string) {
  const name = cookieName(publicUrl, 'questionnaire')
  const options = {
    ...cookieOptions(publicUrl, '/v1/questionnaire'),
    // A browser is known for as long as a version may stay open.
    maxAge: 365 * 86_400,
  }
  const read = (request: FastifyRequest): Buffer | null => {
    const given = request.cookies[name] ?? ''
    return /^[\w-]{43}$/.test(given) ? hashSecret(given) : null
  }
  return {
    /** The browser that asks; null for one that has answered nothing. */
    read,
    /** The browser that answers. It gets a cookie with its first answer. */
    know: (request: FastifyRequest, reply: FastifyReply): Buffer => {
      const known = read(request)
      if (known) return known
      const { secret, hash } = newSecret()
      void reply.setCookie(name, secret, options)
      return hash
    },
  }
}
