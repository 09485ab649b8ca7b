import { ACCOUNT_STATUS, type Language } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

/** An institution that exists, is approved and not banned. */
const institutionAdmitted = sql<boolean>`coalesce(institutions.deleted_at is null
  and institutions.review_status = 1 and institutions.status = ${ACCOUNT_STATUS.active}, false)`

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** A session with the account and the institution behind it, whatever their state. */
export function findSession(db: Db | Trx, uid: string, sid: string) {
  return db
    .selectFrom('sessions')
    .innerJoin('accounts', 'accounts.uid', 'sessions.uid')
    .leftJoin('institutions', 'institutions.oid', 'accounts.oid')
    .select([
      'sessions.expires_at',
      'sessions.ended_at',
      'sessions.end_reason',
      'accounts.role',
      'accounts.oid',
      'accounts.name',
      'accounts.account_type',
      'accounts.blind_to',
      'institutions.reading_rule',
      'accounts.first_login',
      'accounts.status',
      'accounts.deleted_at as account_deleted_at',
      institutionAdmitted.as('institution_admitted'),
    ])
    .where('sessions.sid', '=', sid)
    .where('sessions.uid', '=', uid)
    .executeTakeFirst()
}

type EndReason = NonNullable<Tables['sessions']['end_reason']>

interface NewSession {
  sid: string
  uid: string
  created_at: Date
  expires_at: Date
  ip: string
  user_agent: string
}

export async function insertSession(trx: Trx, session: NewSession): Promise<void> {
  await trx.insertInto('sessions').values(session).execute()
}

/** Ends the live session of an account, except one to be kept. Returns its id. */
export async function endLiveSession(
  trx: Trx,
  uid: string,
  end: { reason: EndReason; now: Date; keep?: string },
): Promise<string | null> {
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: end.now, end_reason: end.reason })
    .where('uid', '=', uid)
    .where('ended_at', 'is', null)
    .$if(end.keep !== undefined, (query) => query.where('sid', '!=', end.keep ?? ''))
    .returning('sid')
    .executeTakeFirst()
  return ended?.sid ?? null
}

export async function endSession(
  trx: Trx,
  sid: string,
  reason: EndReason,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: reason })
    .where('sid', '=', sid)
    .where('ended_at', 'is', null)
    .execute()
}

/** Sessions whose tokens have all expired. Their refresh tokens are removed with them. */
export async function sweepSessions(trx: Trx, uid: string, before: Date): Promise<void> {
  await trx.deleteFrom('sessions').where('uid', '=', uid).where('expires_at', '<', before).execute()
}

export async function insertRefreshToken(trx: Trx, sid: string, hash: Buffer): Promise<void> {
  await trx.insertInto('refresh_tokens').values({ sid, hash }).execute()
}

/**
 * A refresh token, locked until the transaction ends: the second of two concurrent uses sees the
 * first.
 */
export function lockRefreshToken(trx: Trx, hash: Buffer) {
  return trx
    .selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.sid', 'refresh_tokens.sid')
    .select([
      'refresh_tokens.sid',
      'refresh_tokens.used_at',
      'sessions.uid',
      'sessions.expires_at',
      'sessions.ended_at',
    ])
    .where('refresh_tokens.hash', '=', hash)
    .forUpdate('refresh_tokens')
    .executeTakeFirst()
}

export async function useRefreshToken(trx: Trx, hash: Buffer, now: Date): Promise<void> {
  await trx.updateTable('refresh_tokens').set({ used_at: now }).where('hash', '=', hash).execute()
}

export function findSessionsOf(db: Db, uid: string) {
  return db
    .selectFrom('sessions')
    .select(['sid', 'created_at', 'expires_at', 'ended_at', 'end_reason', 'ip', 'user_agent'])
    .where('uid', '=', uid)
    .orderBy(sql`ended_at is not null`)
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
}

export function findRememberedOf(db: Db, uid: string, now: Date) {
  return db
    .selectFrom('remembered_logins')
    .select(['account', 'expires_at'])
    .where('uid', '=', uid)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .execute()
}

/** Mails go out in the language last used. */
export async function noteLanguage(trx: Trx, uid: string, language: Language): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ language })
    .where('uid', '=', uid)
    .where('language', '!=', language)
    .execute()
}
