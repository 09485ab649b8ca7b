import { ACCOUNT_STATUS } from '@mingmou/contract'
import type { Context, Trx } from '../../context.ts'
import type { Actor } from '../../http/actor.ts'
import { notFound } from '../../http/refusal.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { audit } from '../audit/service.ts'
import { endSessionsOf } from './end-sessions.ts'
import { noPassword, requestInitialPassword } from './initial-password.ts'
import { accountStatusMail } from './mail-texts.ts'
import { refusingTaken } from './new-account.ts'
import { findProfile, updateNames, type Profile } from './profile-queries.ts'
import { lockAccount } from './queries.ts'

/** What who manages accounts does to one of them. Whether he may has been found out before. */

export interface Caller {
  actor: Actor
  ip: string
}

/** One change of one account at a time, on record together with its entry. */
async function changing<T>(
  ctx: Context,
  { actor, ip }: Caller,
  uid: string,
  action: string,
  change: (trx: Trx, account: Profile) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, uid)
    const account = await findProfile(trx, uid)
    if (account === undefined) throw notFound()
    const done = await change(trx, account)
    const target = { target_type: 'account', target_id: uid, oid: account.oid }
    await audit(trx, { actor, ip, action: `account.${action}`, ...target, outcome: 'success' })
    return done
  })
}

export async function renameAccount(
  ctx: Context,
  caller: Caller,
  uid: string,
  named: { name: string; username: string; phone?: string },
): Promise<void> {
  const done = changing(ctx, caller, uid, 'change', (trx) => updateNames(trx, uid, named))
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
  return changing(ctx, caller, uid, banned ? 'ban' : 'activate', async (trx, account) => {
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
  await changing(ctx, caller, uid, 'reset-initial-password', async (trx) => {
    await trx.updateTable('accounts').set({ password_hash }).where('uid', '=', uid).execute()
    await endSessionsOf(ctx, trx, uid)
    await requestInitialPassword(ctx, trx, uid)
  })
}

/** For good: name and address are free again, and what the account did stays on record. */
export async function deleteAccount(ctx: Context, caller: Caller, uid: string): Promise<void> {
  await changing(ctx, caller, uid, 'delete', async (trx) => {
    await endSessionsOf(ctx, trx, uid)
    await trx
      .updateTable('accounts')
      .set({ deleted_at: ctx.now() })
      .where('uid', '=', uid)
      .execute()
  })
}
