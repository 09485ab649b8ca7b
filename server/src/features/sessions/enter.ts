import { ADMINISTRATORS, ERROR, type NextStep, type Session } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Account } from '../credentials/credentials.ts'
import { admitted, openSession, type Client } from './sessions.ts'
import { beginStep, type Typed } from './steps.ts'

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
  const step = account.second_factor ? 'verify' : mustHaveFactor(ctx, account) ? 'enrol' : null
  if (step === null) return { session: await openSession(ctx, trx, account, client) }
  const { uid } = account
  return {
    next: { step, ticket: await beginStep(ctx, trx, 'sign-in', { uid, data: { step, typed } }) },
  }
}

/** Whether the institution or the platform asks the account for a second factor. */
export function mustHaveFactor(
  ctx: Context,
  { role, require_factor }: Pick<Account, 'role' | 'require_factor'>,
): boolean {
  if (ADMINISTRATORS.some((one) => one === role)) return ctx.config.adminSecondFactor
  return require_factor === true
}

/** The session, where the sign-in has ended. */
export function sessionOf(entered: Entered): Session {
  if ('session' in entered) return entered.session
  throw new Refusal(ERROR.secondStep, 'second_step', entered.next)
}
