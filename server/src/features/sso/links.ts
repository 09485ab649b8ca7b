import {
  ERROR,
  type beginSsoLink,
  type BodyOf,
  type DataOf,
  type mySso,
  type removeSsoLink,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { violates } from '../../platform/database/violation.ts'
import { turnOf } from '../../http/turns.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { findProfile } from '../accounts/profiles.ts'
import { audit, target } from '../audit/service.ts'
import { lockAccount, type Account } from '../credentials/credentials.ts'
import { dropSsoLink } from '../credentials/sso.ts'
import { proveAgain } from '../second-factor/prove.ts'
import { comeBack, leave, refused, type Answer, type Leaving } from './at-provider.ts'
import type { Fault } from './faults.ts'
import { linkChangedMail } from './mail-texts.ts'
import { findLinkOf, findProvider, keepLink, type Person } from './queries.ts'

export async function showLink(
  ctx: Context,
  { uid, oid, role }: Clinician,
): Promise<DataOf<typeof mySso>> {
  const [provider, link] = await Promise.all([findProvider(ctx.db, oid), findLinkOf(ctx.db, uid)])
  const isOn = provider?.enabled === true
  return {
    provider: isOn ? provider.name : null,
    linked_at: link?.created_at.toISOString() ?? null,
    required: isOn && provider.required && role === '4',
  }
}

export async function beginLink(
  ctx: Context,
  caller: Caller<Clinician>,
  given: BodyOf<typeof beginSsoLink>,
): Promise<Leaving> {
  const { uid, oid } = caller.actor
  const provider = await findProvider(ctx.db, oid)
  if (provider?.enabled !== true) throw new Refusal(ERROR.conflict, 'sso_off')
  await proveAgain(ctx, caller, given)
  const left = await leave(ctx, 'sso-link', provider, { uid, factor: null })
  return typeof left === 'string' ? refuseLink(ctx, caller, left) : left
}

export async function finishLink(
  ctx: Context,
  caller: Caller<Clinician>,
  ticket: string,
  answer: Answer,
): Promise<void> {
  const { uid, proof } = await comeBack(ctx, 'sso-link', ticket, answer)
  const { actor, ip } = caller
  if (typeof proof === 'string') return refuseLink(ctx, caller, proof)
  if (uid !== actor.uid) return refuseLink(ctx, caller, 'sso_ended')
  await ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, actor.uid)
    await link(ctx, trx, actor, { ...proof, ip })
  })
}

async function refuseLink(ctx: Context, caller: Caller, reason: Fault): Promise<never> {
  const about = { ...target('account', caller.actor.uid), detail: { reason } }
  await audit(ctx.db, { ...caller, action: 'sso.link', ...about, outcome: 'refused' })
  throw refused(reason)
}

/** Keeps the link of an account, which is held. The owner gets a mail. */
export async function link(
  ctx: Context,
  trx: Trx,
  account: Pick<Account, 'uid' | 'role' | 'oid'>,
  { oid, issuer, sub, ip }: Person & { ip: string },
): Promise<void> {
  const { uid } = account
  try {
    await keepLink(trx, { uid, oid, issuer, sub, created_at: ctx.now() })
  } catch (error) {
    if (violates(error, 'sso_links_sub')) throw new Refusal(ERROR.conflict, 'sso_taken')
    throw error
  }
  const about = { ...target('account', uid), detail: { issuer } }
  await audit(trx, { actor: account, ip, action: 'sso.link', ...about })
  await tell(ctx, trx, uid, 'linked')
}

export async function removeLink(
  ctx: Context,
  caller: Caller<Clinician>,
  given: BodyOf<typeof removeSsoLink>,
): Promise<void> {
  const { uid } = await proveAgain(ctx, caller, given)
  await ctx.db.transaction().execute(async (trx) => {
    await lockAccount(trx, uid)
    if (!(await dropSsoLink(trx, uid))) throw new Refusal(ERROR.conflict, 'sso_not_linked')
    await audit(trx, { ...caller, action: 'sso.unlink', ...target('account', uid) })
    await tell(ctx, trx, uid, 'unlinked')
  })
}

async function tell(
  ctx: Context,
  trx: Trx,
  uid: string,
  change: 'linked' | 'unlinked',
): Promise<void> {
  const owner = await findProfile(trx, uid)
  if (owner === undefined) return
  const by = turnOf({ actor: owner, ip: '' })
  await sendMail(ctx.queue, trx, linkChangedMail(owner, change), by)
}
