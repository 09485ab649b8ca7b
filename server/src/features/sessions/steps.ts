import { ERROR, SECOND_FACTOR } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { hashSecret, newSecret } from './tokens.ts'

/** What only the server knows of a sign-in or a set-up, until its next step. */
export interface Steps {
  /** The password was right: a code comes next, or the set-up of a second factor. */
  'sign-in': SignInStep
  /** An account that is signed in sets its app up. */
  totp: { sealed: string; replaces: boolean }
  /** An account that is signed in makes a passkey. */
  'new-passkey': { challenge: string }
  /** A sign-in by a passkey: nobody knows yet whose. */
  passkey: { challenge: string }
  /** A browser went to the provider to sign in. With an account, this one is linked as well. */
  sso: AtProvider
  /** A browser went there to link the account that is signed in. */
  'sso-link': AtProvider
}

/** What the answer of a provider must fit (OpenID Connect Core, RFC 7636). */
export interface AtProvider {
  oid: string
  issuer: string
  state: string
  nonce: string
  verifier: string
  /** The second factor that was proven before. */
  factor: ProvenFactor | null
}

export type ProvenFactor = 'app' | 'recovery code'

export interface SignInStep {
  step: 'verify' | 'enrol' | 'link'
  /** The provider of the institution stands in the place of the password. */
  sso?: true
  /** The second factor that was proven before the account is linked. */
  factor?: ProvenFactor
  /** As typed, where the login is to be remembered. */
  typed: Typed | null
  /** The key that was shown for the app. */
  sealed?: string
}

export interface Typed {
  account: string
  accountType: 1 | 2
  remember: boolean | undefined
}

interface Step<Kind extends keyof Steps> {
  uid: Kind extends 'passkey' ? null : Kind extends 'sso' ? string | null : string
  data: Steps[Kind]
}

/** Returns the ticket of the step. Only its hash is kept. */
export async function beginStep<Kind extends keyof Steps>(
  ctx: Context,
  db: Db | Trx,
  kind: Kind,
  { uid, data }: Step<Kind>,
): Promise<string> {
  const now = ctx.now()
  const { secret, hash } = newSecret()
  await db.deleteFrom('sign_in_steps').where('expires_at', '<=', now).execute()
  const expires_at = new Date(now.getTime() + SECOND_FACTOR.stepSeconds * 1000)
  await db
    .insertInto('sign_in_steps')
    .values({ hash, kind, uid, data: JSON.stringify(data), expires_at })
    .execute()
  return secret
}

/** The step of a ticket, while it waits. */
export async function requireStep<Kind extends keyof Steps>(
  ctx: Context,
  db: Db | Trx,
  kind: Kind,
  ticket: string,
  ended = stepEnded,
): Promise<Step<Kind>> {
  const found = await db
    .selectFrom('sign_in_steps')
    .select(['uid', 'data'])
    .where('hash', '=', hashSecret(ticket))
    .where('kind', '=', kind)
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst()
  if (found === undefined) throw ended()
  // The rows of a kind are written by `beginStep` and `changeStep` alone.
  return found as Step<Kind>
}

export async function changeStep(
  db: Db | Trx,
  ticket: string,
  data: Steps[keyof Steps],
): Promise<void> {
  await db
    .updateTable('sign_in_steps')
    .set({ data: JSON.stringify(data) })
    .where('hash', '=', hashSecret(ticket))
    .execute()
}

/** The second of two uses of a ticket fails. */
export async function endStep(trx: Trx, ticket: string, over = stepEnded): Promise<void> {
  const ended = await trx
    .deleteFrom('sign_in_steps')
    .where('hash', '=', hashSecret(ticket))
    .returning('hash')
    .executeTakeFirst()
  if (ended === undefined) throw over()
}

export async function endStepsOf(trx: Trx, uid: string): Promise<void> {
  await trx.deleteFrom('sign_in_steps').where('uid', '=', uid).execute()
}

export const stepEnded = () => new Refusal(ERROR.wrongCode, 'step_ended')
