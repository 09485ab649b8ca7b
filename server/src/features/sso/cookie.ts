import { SECOND_FACTOR } from '@mingmou/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, cookieOptions } from '../../http/cookies.ts'

/** The cookie that binds a visit at the provider to the browser that goes there. */
export function visitCookie(publicUrl: string) {
  const name = cookieName(publicUrl, 'sso')
  const options = cookieOptions(publicUrl, '/v1/user')
  return {
    set: (reply: FastifyReply, ticket: string) =>
      void reply.setCookie(name, ticket, { ...options, maxAge: SECOND_FACTOR.stepSeconds }),
    /** It is good once, whatever comes of it. */
    take: (request: FastifyRequest, reply: FastifyReply): string => {
      void reply.clearCookie(name, options)
      return request.cookies[name] ?? ''
    },
  }
}
