import { ACCOUNT_STATUS, ERROR } from '@mingmou/contract'
import type { Context, Trx } from '../../context.ts'
import type { Actor } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { audit } from '../audit/service.ts'
import { endSessionsOf } from './end-sessions.ts'
import { noPassword, requestInitialPassword } from './initial-password.ts'
import { hasOtherChief } from './admin-queries.ts'
import { accountStatusMail, emailChangedMail } from './mail-texts.ts'
import { refusingTaken } from './new-account.ts'
import { findProfile, updateEmail, updateNames, type Profile } from './profile-queries.ts'
import { lockAccount } from './queries.ts'

/** What who manages accounts does to one of them. Whether he may has been found out before. */

export interface Caller {
  actor: Actor
  ip: string
}

type Action =
  | 'account.change'
  | 'account.change-email'
  | 'account.ban'
  | 'account.activate'
  | 'account.reset-initial-password'
  | 'account.delete'

/** One change of one account at a time, on record together with its entry. */
async function changing<T>(
  ctx: Context,
  { actor, ip }: Caller,
  uid: string,
  action: Action,
  change: (trx: Trx, account: Profile) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, uid)
    const account = await findProfile(trx, uid)
    if (account === undefined) throw notFound()
    const done = await change(trx, account)
    const target = { target_type: 'account', target_id: uid, oid: account.oid }
    await audit(trx, { actor, ip, action, ...target, outcome: 'success' })
    return done
  })
}

/** Nobody shuts himself out, and one account of role 1 stays that can let others in. */
async function requireRemaining(trx: Trx, { actor }: Caller, account: Profile): Promise<void> {
  if (account.uid === actor.uid) throw new Refusal(ERROR.conflict, 'not_yourself')
  if (account.role === '1' && !(await hasOtherChief(trx, account.uid))) {
    throw new Refusal(ERROR.conflict, 'last_administrator')
  }
}

interface Named {
  name: string
  username: string
  /** Left out, the old ones stay. */
  phone?: string | undefined
  email?: string | undefined
}

export async function renameAccount(
  ctx: Context,
  caller: Caller,
  uid: string,
  { email, ...named }: Named,
): Promise<void> {
  const done = changing(ctx, caller, uid, 'account.change', async (trx, account) => {
    await updateNames(trx, uid, named)
    if (email !== undefined && isOther(email, account)) await move(ctx, trx, account, email)
  })
  await refusingTaken({ username: 'username', email: 'email' }, done)
}

const isOther = (email: string, account: Profile) =>
  email.toLowerCase() !== account.email.toLowerCase()

/** To an address that whoever manages the account vouches for; the old one is told. */
async function move(ctx: Context, trx: Trx, account: Profile, email: string): Promise<void> {
  await updateEmail(trx, account, email)
  await sendMail(ctx, trx, emailChangedMail(account, email))
}

export async function moveAccount(
  ctx: Context,
  caller: Caller,
  uid: string,
  email: string,
): Promise<void> {
  const done = changing(ctx, caller, uid, 'account.change-email', async (trx, account) => {
    if (!isOther(email, account)) throw invalid({ email: 'email_unchanged' })
    await move(ctx, trx, account, email)
  })
  await refusingTaken({ username: 'username', email: 'email' }, done)
}

/** Bans or activates; a banned account's session and sockets end at once, and its owner is told. */
export async function setAccountStatus(
  ctx: Context,
  caller: Caller,
  uid: string,
  status: 1 | 2,
): Promise<{ status: 1 | 2 }> {
  const banned = status === ACCOUNT_STATUS.banned
  const action = banned ? 'account.ban' : 'account.activate'
  return changing(ctx, caller, uid, action, async (trx, account) => {
    if (banned) await requireRemaining(trx, caller, account)
    if (account.status !== status) {
      await trx.updateTable('accounts').set({ status }).where('uid', '=', uid).execute()
      if (banned) await endSessionsOf(ctx, trx, uid)
      await sendMail(ctx, trx, accountStatusMail(account, status, ctx.config.publicUrl))
    }
    return { status }
  })
}

/** The old password is worth nothing from now on; a new one is made and mailed. */
export async function resetInitialPassword(
  ctx: Context,
  caller: Caller,
  uid: string,
): Promise<void> {
  const password_hash = await noPassword()
  await changing(ctx, caller, uid, 'account.reset-initial-password', async (trx) => {
    await trx.updateTable('accounts').set({ password_hash }).where('uid', '=', uid).execute()
    await endSessionsOf(ctx, trx, uid)
    await requestInitialPassword(ctx, trx, uid)
  })
}

/** For good: name and address are free again, and what the account did stays on record. */
export async function deleteAccount(ctx: Context, caller: Caller, uid: string): Promise<void> {
  await changing(ctx, caller, uid, 'account.delete', async (trx, account) => {
    await requireRemaining(trx, caller, account)
    await endSessionsOf(ctx, trx, uid)
    await trx
      .updateTable('accounts')
      .set({ deleted_at: ctx.now() })
      .where('uid', '=', uid)
      .execute()
  })
}
