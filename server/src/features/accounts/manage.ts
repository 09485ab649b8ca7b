import { ERROR } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { audit, target } from '../audit/service.ts'
import { deleteTenant } from '../trial/service.ts'
import { endSessionsOf } from '../sessions/end-sessions.ts'
import { noPassword, requestInitialPassword } from '../passwords/initial-password.ts'
import { hasOtherChief } from './queries.ts'
import { accountStatusMail, emailChangedMail } from './mail-texts.ts'
import { refusingTaken } from './new-account.ts'
import { findProfile, updateEmail, updateNames, type Profile } from './profiles.ts'
import { lockAccount } from '../credentials/credentials.ts'

/** What who manages accounts does to one of them. Whether he may has been found out before. */

type Action =
  | 'account.change'
  | 'account.change-email'
  | 'account.ban'
  | 'account.activate'
  | 'account.lock'
  | 'account.unlock'
  | 'account.reset-initial-password'
  | 'account.delete'

/** One change of one account at a time, on record together with its entry. */
async function changing<T>(
  ctx: Context,
  caller: Caller,
  uid: string,
  action: Action,
  change: (trx: Trx, account: Profile) => Promise<T>,
): Promise<T> {
  return ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, uid)
    const account = await findProfile(trx, uid)
    if (account === undefined) throw notFound()
    const done = await change(trx, account)
    await audit(trx, { ...caller, action, ...target('account', uid, { oid: account.oid }) })
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
  await sendMail(ctx.queue, trx, emailChangedMail(account, email))
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

type Standing = { banned: boolean } | { locked: boolean }

function actionOf(standing: Standing): Action {
  if ('banned' in standing) return standing.banned ? 'account.ban' : 'account.activate'
  return standing.locked ? 'account.lock' : 'account.unlock'
}

/**
 * Sets or lifts a ban or a lock, and leaves the other one as it is. With the first of the two session and sockets
 * end at once, with the last of them the account is open again; either time its owner is told.
 */
export async function setStanding(
  ctx: Context,
  caller: Caller,
  uid: string,
  standing: Standing,
): Promise<{ status: 1 | 2 }> {
  const shuts = 'banned' in standing ? standing.banned : standing.locked
  return changing(ctx, caller, uid, actionOf(standing), async (trx, account) => {
    if (shuts) await requireRemaining(trx, caller, account)
    const { status } = await trx
      .updateTable('accounts')
      .set(standing)
      .where('uid', '=', uid)
      .returning('status')
      .executeTakeFirstOrThrow()
    if (account.status !== status) {
      if (shuts) await endSessionsOf(ctx, trx, uid)
      await sendMail(ctx.queue, trx, accountStatusMail(account, status, ctx.config.publicUrl))
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

/**
 * For good: name and address are free again, and what the account did stays on record. An institution deletes none
 * that the platform locked, lest it make the same account anew.
 */
export async function deleteAccount(ctx: Context, caller: Caller, uid: string): Promise<void> {
  await changing(ctx, caller, uid, 'account.delete', async (trx, account) => {
    await requireRemaining(trx, caller, account)
    if (account.locked && caller.actor.oid !== null) {
      throw new Refusal(ERROR.conflict, 'account_locked')
    }
    await endSessionsOf(ctx, trx, uid)
    await trx
      .updateTable('accounts')
      .set({ deleted_at: ctx.now() })
      .where('uid', '=', uid)
      .execute()
    if (account.role === '5') await deleteTenant(trx, uid, ctx.now())
  })
}
