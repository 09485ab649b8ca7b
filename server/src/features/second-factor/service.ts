import {
  ERROR,
  type beginTotp,
  type BodyOf,
  type confirmTotp,
  type DataOf,
  type myFactor,
  type removeTotp,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Actor, Caller } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { audit, target } from '../audit/service.ts'
import { findAccount, lockAccount, type Account } from '../credentials/credentials.ts'
import { dropFactors } from '../credentials/second-factor.ts'
import { mustHaveFactor } from '../sessions/enter.ts'
import { beginStep, endStep, requireStep, stepEnded } from '../sessions/steps.ts'
import { enrol, factorThere, showKey, tellOwner, type Key } from './enrol.ts'
import { proveAgain, proveFactor, provePassword } from './prove.ts'
import { countRecoveryCodes, findTotp } from './queries.ts'
import { renewCodes } from './recovery-codes.ts'

export async function showFactor(ctx: Context, actor: Actor): Promise<DataOf<typeof myFactor>> {
  const [account, totp, recovery_left] = await Promise.all([
    findAccount(ctx.db, actor.uid),
    findTotp(ctx.db, actor.uid),
    countRecoveryCodes(ctx.db, actor.uid),
  ])
  if (account === undefined) throw notFound()
  return {
    totp_since: totp?.created_at.toISOString() ?? null,
    recovery_left,
    required: mustHaveFactor(ctx, account),
  }
}

/** A key for the app. One that replaces another needs a code of the old one. */
export async function begin(
  ctx: Context,
  caller: Caller,
  given: BodyOf<typeof beginTotp>,
): Promise<Key> {
  const account = await proveAgain(ctx, caller, given)
  const { uid } = account
  const { key, sealed } = await showKey(ctx, ctx.db, uid)
  const data = { sealed, replaces: account.second_factor }
  return { ...key, ticket: await beginStep(ctx, ctx.db, 'totp', { uid, data }) }
}

export async function confirm(
  ctx: Context,
  { actor, ip }: Caller,
  { ticket, code }: BodyOf<typeof confirmTotp>,
): Promise<DataOf<typeof confirmTotp>> {
  const { uid, data } = await requireStep(ctx, ctx.db, 'totp', ticket)
  if (uid !== actor.uid) throw stepEnded()
  return ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, uid)
    await endStep(trx, ticket)
    if ((await findTotp(trx, uid)) !== undefined && !data.replaces) throw factorThere()
    return { recovery_codes: await enrol(ctx, trx, actor, { sealed: data.sealed, code, ip }) }
  })
}

type Again = BodyOf<typeof removeTotp>

/** The account that calls, by its password and a code. */
export async function proven(ctx: Context, caller: Caller, given: Again): Promise<Account> {
  const account = await provePassword(ctx, caller, given.password)
  if (!account.second_factor) throw new Refusal(ERROR.conflict, 'factor_missing')
  await proveFactor(ctx, account, given.code, caller.ip)
  return account
}

export async function renew(
  ctx: Context,
  caller: Caller,
  given: Again,
): Promise<{ recovery_codes: string[] }> {
  const { uid } = await proven(ctx, caller, given)
  return ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, uid)
    const recovery_codes = await renewCodes(trx, uid)
    await audit(trx, { ...caller, action: 'factor.renew-codes', ...target('account', uid) })
    await tellOwner(ctx, trx, uid, 'codes')
    return { recovery_codes }
  })
}

export async function remove(ctx: Context, caller: Caller, given: Again): Promise<void> {
  const account = await findAccount(ctx.db, caller.actor.uid)
  if (account !== undefined && mustHaveFactor(ctx, account)) {
    throw new Refusal(ERROR.conflict, 'factor_needed')
  }
  const { uid } = await proven(ctx, caller, given)
  await ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, uid)
    await dropFactors(trx, uid)
    await audit(trx, { ...caller, action: 'factor.remove', ...target('account', uid) })
    await tellOwner(ctx, trx, uid, 'off')
  })
}
