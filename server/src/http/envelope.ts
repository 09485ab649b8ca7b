import { text, type Envelope, type Language } from '@mingmou/contract'
import type { FastifyReply } from 'fastify'

interface Answer {
  status: number
  error_code: number
  /** An encoded message, or several. */
  message: string | string[]
  data?: Record<string, unknown>
}

/** Every JSON answer has one envelope, and no cache may keep it. */
export function answer(reply: FastifyReply, language: Language, given: Answer): FastifyReply {
  const { status, error_code, message, data = {} } = given
  const msg = Array.isArray(message)
    ? message.map((part) => text(language, part))
    : text(language, message)
  void reply.code(200).header('cache-control', 'no-store').header('vary', 'accept-language')
  // Fastify refuses a status above 599, Node does not; 600 is the product's own.
  reply.raw.statusCode = status
  return reply.send({ error_code, msg, data } satisfies Envelope)
}
