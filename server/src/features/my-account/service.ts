import type { BodyOf, DataOf, myInfo, setMyInfo } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Actor, Caller } from '../../http/actor.ts'
import { notFound } from '../../http/refusal.ts'
import { askEmailOf, changeEmailOf } from '../accounts/change-email.ts'
import { renameAccount } from '../accounts/manage.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { keepsSteps } from '../recall/sign.ts'
import { findProfile, type Profile } from '../accounts/profiles.ts'

/** The account that calls. Somebody else's `uid` gets the same answer as a missing one. */
async function requireCaller(ctx: Context, actor: Actor, uid: string): Promise<Profile> {
  const found = uid === actor.uid ? await findProfile(ctx.db, uid) : undefined
  if (found === undefined) throw notFound()
  return found
}

export async function showMyInfo(
  ctx: Context,
  actor: Actor,
  uid: string,
): Promise<DataOf<typeof myInfo>> {
  const { username, name, email, phone, role, short_name } = await requireCaller(ctx, actor, uid)
  const { oid } = actor
  const has_recall =
    oid !== null && (await withInstitution(ctx.db, oid, (trx) => keepsSteps(trx, oid)))
  return { uid, username, name, email, phone, role, organization_shortname: short_name, has_recall }
}

export async function changeMyInfo(
  ctx: Context,
  caller: Caller,
  { uid, username, name, phone = '' }: BodyOf<typeof setMyInfo>,
): Promise<void> {
  await requireCaller(ctx, caller.actor, uid)
  await renameAccount(ctx, caller, uid, { username, name, phone })
}

export async function sendEmailCode(
  ctx: Context,
  caller: Caller,
  { uid, email }: { uid: string; email: string },
): Promise<void> {
  await requireCaller(ctx, caller.actor, uid)
  await askEmailOf(ctx, caller, uid, email)
}

export async function changeMyEmail(
  ctx: Context,
  caller: Caller,
  given: { uid: string; email: string; code: string },
): Promise<void> {
  const { uid } = await requireCaller(ctx, caller.actor, given.uid)
  await changeEmailOf(ctx, caller, uid, given)
}
