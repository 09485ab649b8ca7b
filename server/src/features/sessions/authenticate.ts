import { STATUS } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Actor } from '../../http/actor.ts'
import { Denied } from '../../http/refusal.ts'
import { findSession, type SessionRow } from './queries.ts'
import { requireStanding } from './standing.ts'
import { verifyToken } from './tokens.ts'

interface Authenticated {
  actor: Actor
  mustChangePassword: boolean
  /** When the token ends. */
  expires: Date
}

/** The account of a token, or the status that says why there is none: 401, 402, 403 or 405. */
export async function authenticate(ctx: Context, token: string): Promise<Authenticated> {
  const { uid, sid, expires } = await verifyToken(ctx, token)
  const found = await requireSession(ctx, { uid, sid })
  const { role, oid, name, account_type, first_login } = found
  const reading_rule = found.reading_rule ?? 'none'
  const blind_to = found.blind_to ?? []
  return {
    actor: { uid, sid, role, oid, name, account_type, reading_rule, blind_to },
    mustChangePassword: first_login,
    expires,
  }
}

/** The session with its account. Refuses one that is over, as its next call would be. */
export async function requireSession(
  ctx: Context,
  { uid, sid }: { uid: string; sid: string },
): Promise<SessionRow> {
  const found = await findSession(ctx.db, uid, sid)
  if (found === undefined) throw new Denied(STATUS.unauthorised)
  requireStanding(found, ctx.now())
  return found
}

/**
 * The refusal that the next call of a session would get; null while it is valid, and when the
 * session is unknown.
 */
export async function whyOver(
  ctx: Context,
  { uid, sid }: { uid: string; sid: string },
): Promise<Denied | null> {
  const found = await findSession(ctx.db, uid, sid)
  if (found === undefined) return null
  try {
    requireStanding(found, ctx.now())
    return null
  } catch (error) {
    if (error instanceof Denied) return error
    throw error
  }
}
