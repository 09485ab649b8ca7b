import { ADMINISTRATORS, ERROR, type NextStep, type Session } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Account } from '../credentials/credentials.ts'
import { requireLocal } from './standing.ts'
import { admitted, openSession, type Client } from './sessions.ts'
import { beginStep, type ProvenFactor, type SignInStep, type Typed } from './steps.ts'

/** A session, or the step that the sign-in still needs. */
export type Entered = { session: Session } | { next: NextStep }

/** Opens the session of a proven password, unless a second factor stands before it. */
export async function enter(
  ctx: Context,
  trx: Trx,
  verified: Account,
  client: Client,
  typed: Typed | null = null,
): Promise<Entered> {
  const account = await admitted(trx, verified)
  requireLocal(account)
  const step = account.second_factor ? 'verify' : account.sso === 'link' ? 'link' : null
  if (step !== null) return nextStep(ctx, trx, account, { step, typed })
  if (mustHaveFactor(ctx, account)) return nextStep(ctx, trx, account, { step: 'enrol', typed })
  return { session: await openSession(ctx, trx, account, client) }
}

/** After the code: the session, unless the institution asks for a link to its provider first. */
export async function enterByFactor(
  ctx: Context,
  trx: Trx,
  account: Account,
  client: Client,
  { sso, typed, factor }: Pick<SignInStep, 'sso' | 'typed'> & { factor: ProvenFactor },
): Promise<Entered> {
  if (sso !== true && account.sso === 'link') {
    return nextStep(ctx, trx, account, { step: 'link', typed, factor })
  }
  const detail = { second_factor: factor, ...(sso === true && { by: 'sso' }) }
  return { session: await openSession(ctx, trx, account, client, detail) }
}

/**
 * Opens the session of an account that the provider of its institution has named. `proven` is the
 * second factor that was proven there or here; without one ours comes next, where there must be one.
 */
export async function enterBySso(
  ctx: Context,
  trx: Trx,
  account: Account,
  client: Client,
  proven: ProvenFactor | 'provider' | null,
): Promise<Entered> {
  if (proven === null && account.second_factor) {
    return nextStep(ctx, trx, account, { step: 'verify', typed: null, sso: true })
  }
  if (proven === null && mustHaveFactor(ctx, account)) {
    return nextStep(ctx, trx, account, { step: 'enrol', typed: null, sso: true })
  }
  const detail = { by: 'sso', ...(proven !== null && { second_factor: proven }) }
  return { session: await openSession(ctx, trx, account, client, detail) }
}

async function nextStep(
  ctx: Context,
  trx: Trx,
  { uid }: Account,
  data: SignInStep,
): Promise<Entered> {
  return { next: { step: data.step, ticket: await beginStep(ctx, trx, 'sign-in', { uid, data }) } }
}

/** Whether the institution, the platform or a move asks the account for a second factor. */
export function mustHaveFactor(
  ctx: Context,
  { role, require_factor, factor_due }: Pick<Account, 'role' | 'require_factor' | 'factor_due'>,
): boolean {
  if (ADMINISTRATORS.some((administrator) => administrator === role))
    return ctx.config.adminSecondFactor
  return require_factor === true || factor_due
}

/** The session, where the sign-in has ended. */
export function sessionOf(entered: Entered): Session {
  if ('session' in entered) return entered.session
  const message = entered.next.step === 'link' ? 'link_next' : 'second_step'
  throw new Refusal(ERROR.secondStep, message, entered.next)
}
