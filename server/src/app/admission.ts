import { STATUS, type Call } from '@mingmou/contract'
import type { Context } from '../context.ts'
import { authenticate } from '../features/sessions/authenticate.ts'
import { verifyToken } from '../features/sessions/tokens.ts'
import { mayCall, type Actor } from '../http/actor.ts'
import type { Arrival, Gate } from '../http/gate.ts'
import { Denied } from '../http/refusal.ts'
import { StorageFull } from '../platform/files/files.ts'
import { noteRefusal } from './note-refusal.ts'

export function openGate(ctx: Context): Gate {
  return {
    async admit(call, arrival) {
      const actor = await admit(ctx, call, arrival)
      if (call.adds === true && !(await ctx.hasRoom())) throw new StorageFull()
      return actor
    },
    sessionOf: (authorization) => sessionOf(ctx, authorization),
    noteRefusal: (error, attempt) => noteRefusal(ctx, error, attempt),
  }
}

function bearer(header: string | undefined): string | null {
  return /^Bearer ([\w.-]+)$/i.exec(header ?? '')?.[1] ?? null
}

/** By the token alone: that the session goes on is asked when its call is admitted. */
async function sessionOf(ctx: Context, authorization: string | undefined): Promise<string | null> {
  const token = bearer(authorization)
  if (token === null) return null
  try {
    return (await verifyToken(ctx, token, { atHand: true })).sid
  } catch (error) {
    if (error instanceof Denied) return null
    throw error
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
