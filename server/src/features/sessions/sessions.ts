import {
  ACCESS_TOKEN_SECONDS,
  ERROR,
  FIRST_LOGIN,
  LOGIN_TRIES,
  message,
  REFRESH_AFTER_SECONDS,
  SESSION_LIMIT_MS,
  STATUS,
  type BodyOf,
  type Language,
  type refreshLogin,
  type Session,
} from '@mingmou/contract'
import type { FastifyRequest } from 'fastify'
import { v7 as uuid } from 'uuid'
import type { Context } from '../../context.ts'
import type { Actor, Caller } from '../../http/actor.ts'
import { Denied, notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { audit, target } from '../audit/service.ts'
import { notePlace } from './known-places.ts'
import { findAccount, lockAccount, type Account } from '../credentials/credentials.ts'
import {
  endLiveSession,
  endSession,
  findSession,
  insertRefreshToken,
  insertSession,
  lockRefreshToken,
  noteLanguage,
  sweepSessions,
  useRefreshToken,
} from './queries.ts'
import { requireAdmitted, requireStanding } from './standing.ts'
import { hashSecret, issueToken, newSecret, verifyToken } from './tokens.ts'

/** The origin of a login. */
export interface Client {
  ip: string
  userAgent: string
  language: Language
}

export function clientOf(
  { ip, language }: Caller<Actor | null>,
  { headers }: FastifyRequest,
): Client {
  return { ip, language, userAgent: headers['user-agent'] ?? '' }
}

/** `last`: one more wrong password shuts the account for some minutes. */
export function wrongLogin(last = false): Refusal {
  const minutes = Math.ceil(LOGIN_TRIES.windowSeconds / 60)
  return new Refusal(
    ERROR.wrongPassword,
    last ? message('wrong_login_last', minutes) : 'wrong_login',
  )
}

/** The target of the entry for a refused login. */
export const aboutLogin = (account: Pick<Account, 'uid' | 'oid'> | undefined) =>
  account
    ? target('account', account.uid, { oid: account.oid })
    : ({ target_type: 'account' } as const)

/**
 * A session that was not opened leaves nothing in its transaction. The refusal is recorded after
 * it.
 */
export async function recordingRefusal<T>(
  ctx: Context,
  account: Account | undefined,
  { ip }: Client,
  opening: Promise<T>,
): Promise<T> {
  try {
    return await opening
  } catch (error) {
    if (error instanceof Refusal) {
      const reason = error.errorCode === ERROR.banned ? error.message : 'wrong'
      const entry = { ...aboutLogin(account), actor: null, ip, detail: { reason } }
      await audit(ctx.db, { ...entry, action: 'session.login', outcome: 'refused' })
    }
    throw error
  }
}

/** The account of a proven password as it is now, held until the transaction ends. */
export async function admitted(trx: Trx, verified: Account): Promise<Account> {
  await lockAccount(trx, verified.uid)
  const account = await findAccount(trx, verified.uid)
  // The password may have changed while it was being verified.
  if (account?.password_hash !== verified.password_hash) throw wrongLogin()
  requireAdmitted(account)
  return account
}

/**
 * The one live session of an account, opened after a proven login and its second step. It replaces
 * an older one.
 */
export async function openSession(
  ctx: Context,
  trx: Trx,
  account: Account,
  client: Client,
  detail: Record<string, unknown> = {},
): Promise<Session> {
  const now = ctx.now()
  const replaced = await endLiveSession(trx, account.uid, { reason: 'replaced', now })
  if (replaced !== null) await ctx.events.disconnect(trx, replaced, STATUS.loggedInElsewhere)
  await sweepSessions(trx, account.uid, new Date(now.getTime() - SESSION_LIMIT_MS))
  const session = {
    sid: uuid(),
    uid: account.uid,
    created_at: now,
    expires_at: new Date(now.getTime() + SESSION_LIMIT_MS),
    ip: client.ip,
    user_agent: client.userAgent.slice(0, 200),
  }
  await insertSession(trx, session)
  await noteLanguage(trx, account.uid, client.language)
  await notePlace(trx, { uid: account.uid, ip: client.ip, now })
  await audit(trx, {
    actor: account,
    ip: client.ip,
    action: 'session.login',
    ...target('session', session.sid),
    detail,
  })
  return issue(ctx, trx, account, session)
}

async function issue(
  ctx: Context,
  trx: Trx,
  account: Pick<Account, 'uid' | 'role' | 'name' | 'first_login'>,
  session: { sid: string; expires_at: Date },
): Promise<Session> {
  const { secret, hash } = newSecret()
  await insertRefreshToken(trx, session.sid, hash)
  return {
    token: await issueToken(ctx, { uid: account.uid, sid: session.sid }, session.expires_at),
    refresh_token: secret,
    public_key: ctx.keys.signing.spki,
    uid: account.uid,
    role: account.role,
    effect: ACCESS_TOKEN_SECONDS,
    ref_effect: REFRESH_AFTER_SECONDS,
    first_login: account.first_login ? FIRST_LOGIN.pending : FIRST_LOGIN.done,
    user_name: account.name,
  }
}

/**
 * Exchanges a refresh token for a new pair. A second use means that two parties hold it: the
 * session ends.
 */
export async function refresh(
  ctx: Context,
  given: BodyOf<typeof refreshLogin>,
  ip: string,
): Promise<Session> {
  const { uid, sid } = await verifyToken(ctx, given.token, { acceptExpired: true })
  if ((await ctx.keys.find({ spki: given.public_key })) === null) {
    throw new Denied(STATUS.unauthorised)
  }
  const hash = hashSecret(given.refresh_token)
  const session = await ctx.db.transaction().execute(async (trx) => {
    const token = await lockRefreshToken(trx, hash)
    const found = await findSession(trx, uid, sid)
    if (token?.sid !== sid || found === undefined) throw new Denied(STATUS.unauthorised)
    requireStanding(found, ctx.now())
    if (token.used_at !== null) {
      await endSession(trx, sid, 'reused', ctx.now())
      await ctx.events.disconnect(trx, sid, STATUS.sessionRevoked)
      await audit(trx, {
        actor: { uid, role: found.role, oid: found.oid },
        ip,
        action: 'session.refresh',
        ...target('session', sid),
        outcome: 'refused',
        detail: { reason: 'reused' },
      })
      return null
    }
    await useRefreshToken(trx, hash, ctx.now())
    return issue(ctx, trx, { uid, ...found }, { sid, expires_at: found.expires_at })
  })
  // Thrown only here, after the commit: the end of the session has to stay.
  if (session === null) throw new Denied(STATUS.sessionRevoked)
  return session
}

/** Ends the session that calls. Its live connections close without a message. */
export async function logout(
  ctx: Context,
  { actor, ip }: Caller,
  given: { uid: string; token: string },
): Promise<void> {
  const { sid } = await verifyToken(ctx, given.token, { acceptExpired: true })
  if (given.uid !== actor.uid || sid !== actor.sid) throw notFound()
  await ctx.db.transaction().execute(async (trx) => {
    await endSession(trx, actor.sid, 'logout', ctx.now())
    await ctx.events.disconnect(trx, actor.sid, null)
    await audit(trx, {
      actor,
      ip,
      action: 'session.logout',
      ...target('session', actor.sid),
    })
  })
}
