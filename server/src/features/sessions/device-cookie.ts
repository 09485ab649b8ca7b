import { REMEMBERED_LOGIN_SECONDS } from '@mingmou/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieName, cookieOptions } from '../../http/cookies.ts'

export type DeviceCookie = ReturnType<typeof deviceCookie>

/** The cookie with the device token of a remembered login, one for each login type. */
export function deviceCookie(publicUrl: string) {
  const name = (type: 1 | 2) => cookieName(publicUrl, `remembered_${type}`)
  const options = cookieOptions(publicUrl, '/v1/user')
  return {
    read: (request: FastifyRequest, type: 1 | 2): string | null =>
      request.cookies[name(type)] ?? null,
    set: (reply: FastifyReply, type: 1 | 2, device: string) =>
      void reply.setCookie(name(type), device, { ...options, maxAge: REMEMBERED_LOGIN_SECONDS }),
    clear: (reply: FastifyReply, type: 1 | 2) => void reply.clearCookie(name(type), options),
  }
}
