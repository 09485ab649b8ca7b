import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashSecret, newSecret } from '../sessions/tokens.ts'

const NAME = 'questionnaire'

/**
 * The cookie by which a browser finds its answers again. It says nothing of who answers, and no
 * page can read it.
 */
export function browserCookie(publicUrl: string) {
  const options = {
    path: '/v1/questionnaire',
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
    // A browser is known for as long as a version may stay open.
    maxAge: 365 * 86_400,
  } as const
  const read = (request: FastifyRequest): Buffer | null => {
    const given = request.cookies[NAME] ?? ''
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
      void reply.setCookie(NAME, secret, options)
      return hash
    },
  }
}
