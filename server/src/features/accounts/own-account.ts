import type { BodyOf, DataOf, mySessions, myInfo, setMyInfo } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Actor, Caller } from '../../http/actor.ts'
import { notFound } from '../../http/refusal.ts'
import { audit, target } from '../audit/service.ts'
import { askEmailOf, changeEmailOf } from './change-email.ts'
import { renameAccount } from './manage.ts'
import { findProfile, findRememberedOf, findSessionsOf, type Profile } from './profile-queries.ts'
import { forgetAll } from './remembered.ts'
import { endSession } from './session-queries.ts'

/** The account that calls; a `uid` of somebody else answers like one that is not there. */
async function own(ctx: Context, actor: Actor, uid: string): Promise<Profile> {
  const found = uid === actor.uid ? await findProfile(ctx.db, uid) : undefined
  if (found === undefined) throw notFound()
  return found
}

export async function showOwn(
  ctx: Context,
  actor: Actor,
  uid: string,
): Promise<DataOf<typeof myInfo>> {
  const { username, name, email, phone, role, short_name } = await own(ctx, actor, uid)
  return { uid, username, name, email, phone, role, organization_shortname: short_name }
}

export async function changeOwn(
  ctx: Context,
  caller: Caller,
  { uid, username, name, phone = '' }: BodyOf<typeof setMyInfo>,
): Promise<void> {
  await own(ctx, caller.actor, uid)
  await renameAccount(ctx, caller, uid, { username, name, phone })
}

export async function askOwnEmail(
  ctx: Context,
  caller: Caller,
  { uid, email }: { uid: string; email: string },
): Promise<void> {
  await own(ctx, caller.actor, uid)
  await askEmailOf(ctx, caller, uid, email)
}

export async function changeOwnEmail(
  ctx: Context,
  caller: Caller,
  given: { uid: string; email: string; code: string },
): Promise<void> {
  const { uid } = await own(ctx, caller.actor, given.uid)
  await changeEmailOf(ctx, caller, uid, given)
}

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

/** There is one live session, the one that calls; with it end the devices that need no password. */
export async function leaveEverywhere(ctx: Context, { actor, ip }: Caller): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await forgetAll(trx, actor.uid)
    await endSession(trx, actor.sid, 'logout', ctx.now())
    await ctx.events.disconnect(trx, actor.sid, null)
    const action = 'session.logout-everywhere'
    await audit(trx, { actor, ip, action, ...target('account', actor.uid) })
  })
}
