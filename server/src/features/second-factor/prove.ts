import { ERROR, SECOND_FACTOR } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { invalid, Refusal } from '../../http/refusal.ts'
import { networkOf } from '../../platform/networks.ts'
import { audit, target } from '../audit/service.ts'
import type { Account } from '../credentials/credentials.ts'
import { findAccount } from '../credentials/credentials.ts'
import { hashWithSalt, passwordMatches } from '../credentials/passwords.ts'
import { isKnownPlace } from '../sessions/known-places.ts'
import type { ProvenFactor } from '../sessions/steps.ts'
import { countTry, forgetTries } from '../sessions/throttle.ts'
import { bare } from './recovery-codes.ts'
import { findSalt, findTotp, usePeriod, useRecoveryCode } from './queries.ts'
import { periodOf, unsealKey } from './totp.ts'

const TOTP_CODE = new RegExp(`^\\d{${SECOND_FACTOR.digits}}$`)

/**
 * Proves a code of the app or a recovery code, and uses it up. Tries are counted as those of
 * passwords are, and a place where the account has signed in has a count of its own.
 */
export async function proveFactor(
  ctx: Context,
  account: Account,
  code: string,
  ip: string,
): Promise<ProvenFactor> {
  const { uid, oid } = account
  const known = await isKnownPlace(ctx.db, { uid, ip, now: ctx.now() })
  const subject = `factor ${uid}${known ? ` ${networkOf(ip)}` : ''}`
  await countTry(ctx, subject)
  const digits = code.replaceAll(/\s/g, '')
  const isTotp = TOTP_CODE.test(digits)
  const right = isTotp ? await isNewTotp(ctx, uid, digits) : await isUnused(ctx, uid, code)
  const by = isTotp ? 'app' : 'recovery code'
  const entry = {
    actor: account,
    ip,
    action: 'factor.verify',
    ...target('account', uid, { oid }),
  } as const
  if (!right) {
    await audit(ctx.db, { ...entry, outcome: 'refused', detail: { by } })
    throw wrongFactor()
  }
  if (!isTotp) await audit(ctx.db, { ...entry, detail: { by } })
  await forgetTries(ctx, subject)
  return by
}

export const wrongFactor = () =>
  new Refusal(ERROR.wrongCode, 'wrong_factor', {}, { code: 'wrong_factor' })

async function isNewTotp(ctx: Context, uid: string, code: string): Promise<boolean> {
  const factor = await findTotp(ctx.db, uid)
  if (factor === undefined) return false
  const period = periodOf(unsealKey(ctx, uid, factor.secret), code, ctx.now())
  return period !== null && usePeriod(ctx.db, uid, period)
}

async function isUnused(ctx: Context, uid: string, code: string): Promise<boolean> {
  const salt = await findSalt(ctx.db, uid)
  if (salt === null) return false
  return useRecoveryCode(ctx.db, uid, await hashWithSalt(bare(code), salt), ctx.now())
}

/** The account that calls, by its password, and by a code where it has a second factor. */
export async function proveAgain(
  ctx: Context,
  caller: Caller,
  { password, code }: { password: string; code?: string | undefined },
): Promise<Account> {
  const account = await provePassword(ctx, caller, password)
  if (!account.second_factor) return account
  if (code === undefined) throw invalid({ code: 'required' })
  await proveFactor(ctx, account, code, caller.ip)
  return account
}

/** The account that calls, by its password. Wrong ones are counted with those of a password change. */
export async function provePassword(
  ctx: Context,
  { actor, ip }: Caller,
  password: string,
): Promise<Account> {
  const subject = `password ${actor.uid}`
  await countTry(ctx, subject)
  const account = await findAccount(ctx.db, actor.uid)
  const right = await passwordMatches(account?.password_hash ?? null, password)
  if (account === undefined || !right) {
    const about = target('account', actor.uid)
    await audit(ctx.db, { actor, ip, action: 'factor.verify', ...about, outcome: 'refused' })
    throw new Refusal(ERROR.wrongPassword, 'wrong_password', {}, { password: 'wrong_password' })
  }
  await forgetTries(ctx, subject)
  return account
}
