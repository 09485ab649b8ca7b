import { ERROR } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { turnOf } from '../../http/turns.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { audit, target } from '../audit/service.ts'
import { deleteTenant } from '../tenants/tenants.ts'
import { endSessionsOf } from '../sessions/end-sessions.ts'
import { noPassword, requestInitialPassword } from '../passwords/initial-password.ts'
import { hasOtherChief } from './queries.ts'
import { accountStatusMail, unlinkedMail } from './mail-texts.ts'
import { endOpenOf } from './change-queries.ts'
import { answerOf, noteChange, openWay, type Answer } from './changes.ts'
import { refusingTaken } from './new-account.ts'
import { findProfile, updateNames, type Profile } from './profiles.ts'
import { lockAccount } from '../credentials/credentials.ts'
import { dropFactors } from '../credentials/second-factor.ts'
import { dropSsoLink } from '../credentials/sso.ts'

/** The changes that a manager makes to an account. The manager has been authorised before. */

type Action =
  | 'account.change'
  | 'account.change-email'
  | 'account.ban'
  | 'account.activate'
  | 'account.lock'
  | 'account.unlock'
  | 'account.reset-initial-password'
  | 'account.delete'
  | 'factor.reset'
  | 'sso.unlink'

/** Changes one account at a time, in one transaction with the audit entry. */
async function changing<T>(
  ctx: Context,
  caller: Caller,
  uid: string,
  action: Action,
  change: (trx: Trx, account: Profile) => Promise<T>,
  isDone: (done: T) => boolean = () => true,
): Promise<T> {
  return ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, uid)
    const account = await findProfile(trx, uid)
    if (account === undefined) throw notFound()
    const done = await change(trx, account)
    // What waits has an entry of its own.
    if (isDone(done)) {
      await audit(trx, { ...caller, action, ...target('account', uid, { oid: account.oid }) })
    }
    return done
  })
}

/** Nobody shuts himself out, and one open account of role 1 always remains. */
async function requireRemaining(trx: Trx, { actor }: Caller, account: Profile): Promise<void> {
  if (account.uid === actor.uid) throw new Refusal(ERROR.conflict, 'not_yourself')
  if (account.role === '1' && !(await hasOtherChief(trx, account.uid))) {
    throw new Refusal(ERROR.conflict, 'last_administrator')
  }
}

interface Named {
  name: string
  username: string
  /** The old values stay where these are missing. */
  phone?: string | undefined
  email?: string | undefined
}

export async function renameAccount(
  ctx: Context,
  caller: Caller,
  uid: string,
  { email, ...named }: Named,
): Promise<Answer> {
  const done = changing(ctx, caller, uid, 'account.change', async (trx, account) => {
    await updateNames(trx, uid, named)
    if (email === undefined || !isOther(email, account)) return null
    return openWay(ctx, trx, caller, account, { kind: 'email', email })
  })
  return answerOf(await refusingTaken({ username: 'username', email: 'email' }, done))
}

const isOther = (email: string, account: Profile) =>
  email.toLowerCase() !== account.email.toLowerCase()

/** Changes the address to one that the manager vouches for. The old one gets a mail. */
export async function moveAccount(
  ctx: Context,
  caller: Caller,
  uid: string,
  email: string,
): Promise<Answer> {
  const moving = (trx: Trx, account: Profile) => {
    if (!isOther(email, account)) throw invalid({ email: 'email_unchanged' })
    return openWay(ctx, trx, caller, account, { kind: 'email', email })
  }
  const done = changing(ctx, caller, uid, 'account.change-email', moving, isNow)
  return answerOf(await refusingTaken({ username: 'username', email: 'email' }, done))
}

const isNow = (due: Date | null) => due === null

type Standing = { banned: boolean } | { locked: boolean }

function actionOf(standing: Standing): Action {
  if ('banned' in standing) return standing.banned ? 'account.ban' : 'account.activate'
  return standing.locked ? 'account.lock' : 'account.unlock'
}

/**
 * Sets or lifts a ban or a lock, and leaves the other one as it is. Session and sockets end with
 * the first of the two. The account opens again when the last is lifted. The owner gets a mail of
 * each change.
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
      const mail = accountStatusMail(account, status, ctx.config.publicUrl)
      await sendMail(ctx.queue, trx, mail, turnOf(caller))
    }
    return { status }
  })
}

/** The old password is void from now on. A new one is made and mailed. */
export async function resetInitialPassword(
  ctx: Context,
  caller: Caller,
  uid: string,
): Promise<void> {
  const password_hash = await noPassword()
  await changing(ctx, caller, uid, 'account.reset-initial-password', async (trx, account) => {
    await noteChange(ctx, trx, caller.actor, account, { kind: 'password' })
    await trx.updateTable('accounts').set({ password_hash }).where('uid', '=', uid).execute()
    await endSessionsOf(ctx, trx, uid)
    await requestInitialPassword(ctx, trx, uid, caller)
  })
}

/** For whoever has lost the second factor. The owner is told, and the next sign-in may ask for a new one. */
export async function resetFactor(ctx: Context, caller: Caller, uid: string): Promise<Answer> {
  const resetting = (trx: Trx, account: Profile) => {
    if (!account.second_factor) throw new Refusal(ERROR.conflict, 'factor_missing')
    return openWay(ctx, trx, caller, account, { kind: 'factor' })
  }
  return answerOf(await changing(ctx, caller, uid, 'factor.reset', resetting, isNow))
}

/** Whoever held the account at the provider signs in by it no more. The owner is told. */
export async function unlink(ctx: Context, caller: Caller, uid: string): Promise<void> {
  await changing(ctx, caller, uid, 'sso.unlink', async (trx, account) => {
    if (!(await dropSsoLink(trx, uid))) throw new Refusal(ERROR.conflict, 'sso_not_linked')
    await noteChange(ctx, trx, caller.actor, account, { kind: 'sso' })
    await endSessionsOf(ctx, trx, uid)
    await sendMail(ctx.queue, trx, unlinkedMail(account), turnOf(caller))
  })
}

/**
 * Deletes for good: name and address are free again, and the account's history stays. An
 * institution cannot delete an account that the platform locked, as it could make the same account
 * anew.
 */
export async function deleteAccount(ctx: Context, caller: Caller, uid: string): Promise<void> {
  await changing(ctx, caller, uid, 'account.delete', async (trx, account) => {
    await requireRemaining(trx, caller, account)
    if (account.locked && caller.actor.oid !== null) {
      throw new Refusal(ERROR.conflict, 'account_locked')
    }
    await end(ctx, trx, account)
  })
}

/** A trial user leaves by himself. */
export async function deleteOwnAccount(ctx: Context, caller: Caller): Promise<void> {
  await changing(ctx, caller, caller.actor.uid, 'account.delete', (trx, account) =>
    end(ctx, trx, account),
  )
}

async function end(ctx: Context, trx: Trx, { uid, role }: Profile): Promise<void> {
  await endSessionsOf(ctx, trx, uid)
  await trx.updateTable('accounts').set({ deleted_at: ctx.now() }).where('uid', '=', uid).execute()
  await dropFactors(trx, uid)
  await dropSsoLink(trx, uid)
  await endOpenOf(trx, uid, ctx.now())
  if (role === '5') await deleteTenant(trx, uid, ctx.now())
}
