import { ERROR } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/networks.ts'
import { audit, target } from '../audit/service.ts'
import { findAccount, lockAccount, type Account } from '../credentials/credentials.ts'
import { enterBySso, type Entered } from '../sessions/enter.ts'
import { recordingRefusal, type Client } from '../sessions/sessions.ts'
import { requireAdmitted } from '../sessions/standing.ts'
import { endStep, requireStep, stepEnded } from '../sessions/steps.ts'
import { countTry } from '../sessions/throttle.ts'
import { comeBack, leave, refused, type Answer, type Leaving } from './at-provider.ts'
import type { Fault } from './faults.ts'
import { link } from './links.ts'
import { findLinked, findProvider, findProviderByCode, type Person } from './queries.ts'

/** Codes that belong to nobody, from one network address. */
const WRONG_CODES = { count: 50, windowSeconds: 900 }

/** A code of no institution and one whose provider is off get the same answer. */
export async function beginSignIn(ctx: Context, code: string, ip: string): Promise<Leaving> {
  const provider = await findProviderByCode(ctx.db, code)
  if (provider?.enabled === true) {
    const left = await leave(ctx, 'sso', provider, { uid: null, factor: null })
    return typeof left === 'string' ? refuse(ctx, { ...provider, uid: null, ip }, left) : left
  }
  await countTry(ctx, `sso code from ${networkOf(ip)}`, WRONG_CODES)
  throw new Refusal(ERROR.wrongCode, 'sso_unknown', {}, { sign_in_code: 'sso_unknown' })
}

/** The password was right, and the institution asks for its provider: the account is linked there. */
export async function beginLinkingSignIn(
  ctx: Context,
  ticket: string,
  ip: string,
): Promise<Leaving> {
  const { uid, data } = await requireStep(ctx, ctx.db, 'sign-in', ticket)
  const account = await findAccount(ctx.db, uid)
  if (account === undefined || account.oid === null || data.step !== 'link') throw stepEnded()
  const provider = await findProvider(ctx.db, account.oid)
  if (provider?.enabled !== true) throw refused('sso_off')
  const left = await leave(ctx, 'sso', provider, { uid, factor: data.factor ?? null })
  if (typeof left === 'string') return refuse(ctx, { ...provider, uid, ip }, left)
  await ctx.db.transaction().execute((trx) => endStep(trx, ticket))
  return left
}

/** Signs in by the answer of the provider. Nothing is read of the person but who it is there. */
export async function finishSignIn(
  ctx: Context,
  ticket: string,
  answer: Answer,
  client: Client,
): Promise<Entered> {
  const { oid, uid, factor, proof } = await comeBack(ctx, 'sso', ticket, answer)
  if (typeof proof === 'string') return refuse(ctx, { oid, uid, ip: client.ip }, proof)
  const found = uid ?? (await findLinked(ctx.db, proof))
  const account = found === null ? undefined : await findAccount(ctx.db, found)
  if (account === undefined) return refuse(ctx, { oid, uid, ip: client.ip }, 'sso_unlinked')
  const opening = ctx.db.transaction().execute(async (trx) => {
    const current = await admittedBySso(trx, account, oid)
    if (uid !== null) await link(ctx, trx, current, { ...proof, ip: client.ip })
    else await requireStillLinked(trx, account, proof)
    return enterBySso(ctx, trx, current, client, proof.mfa ? 'provider' : factor)
  })
  return recordingRefusal(ctx, account, client, opening)
}

/** The account as it is now, held until the transaction ends. */
async function admittedBySso(trx: Trx, { uid }: Account, oid: string): Promise<Account> {
  await lockAccount(trx, uid)
  const account = await findAccount(trx, uid)
  if (account === undefined || account.oid !== oid) throw refused('sso_unlinked')
  requireAdmitted(account)
  return account
}

/** It may have been taken back while the provider was asked. */
async function requireStillLinked(db: Db | Trx, { uid }: Account, person: Person): Promise<void> {
  if ((await findLinked(db, person)) !== uid) throw refused('sso_unlinked')
}

async function refuse(
  ctx: Context,
  { oid, uid, ip }: { oid: string; uid: string | null; ip: string },
  reason: Fault,
): Promise<never> {
  const about = uid === null ? target('institution', oid) : target('account', uid, { oid })
  const detail = { by: 'sso', reason }
  const entry = { actor: null, ip, ...about, detail, outcome: 'refused' } as const
  await audit(ctx.db, { ...entry, action: 'session.login' })
  throw refused(reason)
}
