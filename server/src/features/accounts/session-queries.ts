import type { Trx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

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

/** Ends an account's live session, if there is one that is not to be kept; answers its id. */
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

/** Sessions that nobody can have a token of any more; their refresh tokens go with them. */
export async function sweepSessions(trx: Trx, uid: string, before: Date): Promise<void> {
  await trx.deleteFrom('sessions').where('uid', '=', uid).where('expires_at', '<', before).execute()
}

export async function insertRefreshToken(trx: Trx, sid: string, hash: Buffer): Promise<void> {
  await trx.insertInto('refresh_tokens').values({ sid, hash }).execute()
}

/** A refresh token, held until the transaction ends: of two uses side by side the second sees the first. */
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
