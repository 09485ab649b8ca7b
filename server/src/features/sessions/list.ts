import type { DataOf, mySessions } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Actor, Caller } from '../../http/actor.ts'
import { audit, target } from '../audit/service.ts'
import { endSession, findRememberedOf, findSessionsOf } from './queries.ts'
import { forgetAll } from './remembered.ts'

/** The sessions of the account that calls, and the devices that remember it. */
export async function showSessions(ctx: Context, actor: Actor): Promise<DataOf<typeof mySessions>> {
  const sessions = await findSessionsOf(ctx.db, actor.uid)
  const remembered = await findRememberedOf(ctx.db, actor.uid, ctx.now())
  return {
    sessions: sessions.map((row) => ({
      created_at: row.created_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
      end_reason: row.end_reason,
      ip: row.ip,
      user_agent: row.user_agent,
      current: row.sid === actor.sid,
    })),
    remembered: remembered.map(({ account, expires_at }) => ({
      account,
      expires_at: expires_at.toISOString(),
    })),
  }
}

/** Only the calling session is live. The devices that need no password end with it. */
export async function endAllSessions(ctx: Context, { actor, ip }: Caller): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await forgetAll(trx, actor.uid)
    await endSession(trx, actor.sid, 'logout', ctx.now())
    await ctx.events.disconnect(trx, actor.sid, null)
    const action = 'session.logout-everywhere'
    await audit(trx, { actor, ip, action, ...target('account', actor.uid) })
  })
}
