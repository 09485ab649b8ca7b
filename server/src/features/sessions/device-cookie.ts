import { REMEMBERED_LOGIN_SECONDS } from '@mingmou/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

export type DeviceCookie = ReturnType<typeof deviceCookie>

/** The cookie with the device token of a remembered login, one for each login type. */
export function deviceCookie(publicUrl: string) {
  const name = (type: 1 | 2) => `remembered_${type}`
  const options = {
    path: '/v1/user',
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
  } as const
  return {
    read: (request: FastifyRequest, type: 1 | 2): string | null =>
      request.cookies[name(type)] ?? null,
    set: (reply: FastifyReply, type: 1 | 2, device: string) =>
      void reply.setCookie(name(type), device, { ...options, maxAge: REMEMBERED_LOGIN_SECONDS }),
    clear: (reply: FastifyReply, type: 1 | 2) => void reply.clearCookie(name(type), options),
  }
}
