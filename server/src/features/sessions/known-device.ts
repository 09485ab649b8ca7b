import { randomBytes } from 'node:crypto'
import type { Session } from '@mingmou/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { cookieName, cookieOptions } from '../../http/cookies.ts'
import { isSigned, sign } from '../../platform/files/signing.ts'

/** As long as a place is known. */
const KEPT_SECONDS = 30 * 86_400
/** People who share a computer; the one who was away longest gives way. */
const PEOPLE = 8

/** A browser in which accounts have signed in, the latest first, with its number. */
const Device = z.object({
  id: z.string(),
  people: z.array(z.object({ uid: z.string(), until: z.number() })),
})
type Device = z.infer<typeof Device>

/**
 * The cookie of a browser in which an account has signed in. It opens nothing: its wrong passwords
 * are counted apart, so that others at the same network address do not shut the owner out.
 */
export function knownDevice(ctx: Context) {
  const name = cookieName(ctx.config.publicUrl, 'known_device')
  const options = { ...cookieOptions(ctx.config.publicUrl, '/v1/user'), maxAge: KEPT_SECONDS }
  const now = () => ctx.now().getTime()
  const read = (request: FastifyRequest): Device | null => {
    const [text = '', signature] = (request.cookies[name] ?? '').split('.')
    if (!isSigned(ctx.keys.url, 'device', text, signature)) return null
    const { id, people } = Device.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
    return { id, people: people.filter(({ until }) => until > now()) }
  }
  return {
    /** The number of the browser, where this account has signed in lately; null: somewhere else. */
    of(request: FastifyRequest, uid: string): string | null {
      const device = read(request)
      return device?.people.some((person) => person.uid === uid) === true ? device.id : null
    },
    /** After a sign-in. */
    keep(request: FastifyRequest, reply: FastifyReply, session: Session): void {
      const device = read(request) ?? { id: randomBytes(16).toString('base64url'), people: [] }
      const { uid } = session
      const others = device.people.filter((person) => person.uid !== uid).slice(0, PEOPLE - 1)
      const people = [{ uid, until: now() + KEPT_SECONDS * 1000 }, ...others]
      const given: Device = { id: device.id, people }
      const text = Buffer.from(JSON.stringify(given)).toString('base64url')
      const value = `${text}.${sign(ctx.keys.url, 'device', text)}`
      void reply.setCookie(name, value, options)
    },
  }
}
