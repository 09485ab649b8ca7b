import { STATUS, type Call } from '@mingmou/contract'
import type { Context } from '../context.ts'
import { bearerOf, readClientToken } from '../features/clients/tokens.ts'
import { authenticate } from '../features/sessions/authenticate.ts'
import { verifyToken } from '../features/sessions/tokens.ts'
import { mayCall, type Actor } from '../http/actor.ts'
import type { Arrival, Gate } from '../http/gate.ts'
import { Denied } from '../http/refusal.ts'
import { isStranger } from '../http/turns.ts'
import { StorageFull } from '../platform/files/files.ts'
import { refuseBlind } from '../features/sittings/blind.ts'
import { noteRefusal } from './note-refusal.ts'

export function openGate(ctx: Context): Gate {
  const ended = endedSessions()
  return {
    async admit(call, arrival) {
      const actor = await admit(ctx, call, arrival).catch(async (error: unknown) => {
        await ended.note(ctx, arrival.authorization, error)
        throw error
      })
      const claim = isStranger(actor) ? 'spare' : 'new'
      if (call.adds === true && !(await ctx.hasRoom(claim))) throw new StorageFull()
      return actor
    },
    accountOf: async (authorization) => {
      const found = await claimsOf(ctx, authorization)
      if (found === null) return clientAtHand(ctx, authorization)
      return ended.has(found.sid) ? null : found.uid
    },
    refuseBlind: (attempt) => refuseBlind(ctx, attempt),
    noteRefusal: (error, attempt) => noteRefusal(ctx, error, attempt),
  }
}

function bearer(header: string | undefined): string | null {
  return /^Bearer ([\w.-]+)$/i.exec(header ?? '')?.[1] ?? null
}

/** By the token alone: that the session goes on is asked when its call is admitted. */
async function claimsOf(ctx: Context, authorization: string | undefined) {
  const token = bearer(authorization)
  if (token === null) return null
  try {
    return await verifyToken(ctx, token, { atHand: true })
  } catch (error) {
    if (error instanceof Denied) return null
    throw error
  }
}

/** By the token alone, as of an account: that the client may still call is asked when its call is admitted. */
async function clientAtHand(
  ctx: Context,
  authorization: string | undefined,
): Promise<string | null> {
  const token = bearerOf(authorization)
  const claims = token === null ? null : await readClientToken(ctx, token, { atHand: true })
  return claims?.client_id ?? null
}

const ENDED: readonly number[] = [
  STATUS.unauthorised,
  STATUS.sessionRevoked,
  STATUS.loggedInElsewhere,
]
/** How many ended sessions are remembered. Their tokens end within minutes. */
const REMEMBERED = 10_000

/** Sessions that were refused: the calls of their tokens count for the address, not for the account. */
function endedSessions() {
  const known = new Set<string>()
  return {
    has: (sid: string) => known.has(sid),
    async note(ctx: Context, authorization: string | undefined, error: unknown) {
      if (!(error instanceof Denied) || !ENDED.includes(error.status)) return
      const found = await claimsOf(ctx, authorization)
      if (found === null) return
      const [oldest] = known
      if (known.size >= REMEMBERED && oldest !== undefined) known.delete(oldest)
      known.add(found.sid)
    },
  }
}

/**
 * The caller, or the reason for a refusal. On a public call an invalid token makes the caller a
 * visitor. The login and the public report may still carry an old token of the browser.
 */
async function admit(
  ctx: Context,
  call: Call,
  { authorization, ip }: Arrival,
): Promise<Actor | null> {
  const token = bearer(authorization)
  if (call.access === 'public') return token === null ? null : visitorOr(ctx, token)
  if (token === null) throw new Denied(STATUS.unauthorised)
  const { actor, mustChangePassword } = await authenticate(ctx, token)
  if (mustChangePassword && call.beforePasswordChange !== true) {
    throw new Denied(STATUS.passwordChangeRequired)
  }
  if (!mayCall(call.access, actor)) {
    const denied = new Denied(STATUS.roleNotAllowed)
    await noteRefusal(ctx, denied, { call, actor, ip })
    throw denied
  }
  return actor
}

async function visitorOr(ctx: Context, token: string): Promise<Actor | null> {
  try {
    const { actor, mustChangePassword } = await authenticate(ctx, token)
    return mustChangePassword ? null : actor
  } catch (error) {
    if (error instanceof Denied) return null
    throw error
  }
}
