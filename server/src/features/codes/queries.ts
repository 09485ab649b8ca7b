import { CODE } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

const DAY_MS = 86_400_000

/** The purpose of a code, and who may try it. */
interface Asked {
  key: string
  asker: string
  place: string
}

/** Replaces the request of this asker for this key, and removes expired ones. */
export async function noteRequest(
  trx: Trx,
  { key, asker, place }: Asked,
  request: string,
  now: Date,
): Promise<void> {
  const fresh = { request, place, code_hash: null, tries: 0, tries_by_place: 0, expires_at: now }
  await trx
    .deleteFrom('email_codes')
    .where('expires_at', '<', new Date(now.getTime() - 2 * DAY_MS))
    .execute()
  await trx
    .insertInto('email_codes')
    .values({ key, asker, ...fresh })
    .onConflict((conflict) => conflict.columns(['key', 'asker']).doUpdateSet(fresh))
    .execute()
}

/**
 * Keeps the hash of a code, which is valid from now on. False when its asker has asked again since.
 */
export async function keepCode(
  db: Db,
  { request, code_hash, expires_at }: { request: string; code_hash: string; expires_at: Date },
): Promise<boolean> {
  const kept = await db
    .updateTable('email_codes')
    .set({ code_hash, expires_at, tries: 0, tries_by_place: 0 })
    .where('request', '=', request)
    .returning('request')
    .execute()
  return kept.length > 0
}

/** A request whose code may be tried now. Its hash is null where no code was mailed. */
export interface Trial {
  request: string
  code_hash: string | null
}

/**
 * Takes a try of the asker's own request, or of the last one from his place where he has none.
 * Returns null when there is no request or no try left. Writes in any case: an answer without a
 * write is faster, and would reveal who has an account.
 */
export async function takeTry(
  db: Db,
  { key, asker, place }: Omit<Asked, 'asker'> & { asker: string | null },
  now: Date,
): Promise<Trial | null> {
  const byAsker = await db
    .updateTable('email_codes')
    .set({ tries: sql<number>`least(tries + 1, ${CODE.tries + 1})` })
    .where('key', '=', key)
    .where('asker', '=', asker ?? '')
    .returning(['request', 'code_hash', 'tries as taken', 'expires_at'])
    .executeTakeFirst()
  const taken =
    byAsker ??
    (await db
      .updateTable('email_codes')
      .set({ tries_by_place: sql<number>`least(tries_by_place + 1, ${CODE.tries + 1})` })
      .where('request', '=', (row) =>
        row
          .selectFrom('email_codes')
          .select('request')
          .where('key', '=', key)
          .where('place', '=', place)
          .orderBy('request', 'desc')
          .limit(1),
      )
      .returning(['request', 'code_hash', 'tries_by_place as taken', 'expires_at'])
      .executeTakeFirst())
  if (taken === undefined || taken.taken > CODE.tries || taken.expires_at <= now) return null
  return taken
}

/**
 * Removes the code and all codes of other askers for the same purpose. False when it is gone
 * already.
 */
export async function removeCode(
  trx: Trx,
  { key, request, hash }: { key: string; request: string; hash: string },
): Promise<boolean> {
  const removed = await trx
    .deleteFrom('email_codes')
    .where('request', '=', request)
    .where('code_hash', '=', hash)
    .returning('request')
    .execute()
  if (removed.length === 0) return false
  await trx.deleteFrom('email_codes').where('key', '=', key).execute()
  return true
}
