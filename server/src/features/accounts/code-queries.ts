import { CODE } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Db, Trx } from '../../context.ts'

const DAY_MS = 86_400_000

/** Makes the request the only one of its key, and forgets what is long over. */
export async function noteRequest(
  trx: Trx,
  key: string,
  request: string,
  now: Date,
): Promise<void> {
  const fresh = { request, code_hash: null, tries: 0, expires_at: now }
  await trx
    .deleteFrom('email_codes')
    .where('expires_at', '<', new Date(now.getTime() - 2 * DAY_MS))
    .execute()
  await trx
    .insertInto('email_codes')
    .values({ key, ...fresh })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(fresh))
    .execute()
}

/** Keeps what a code hashes to, good from now on; false when a newer one was asked for. */
export async function keepCode(
  db: Db,
  code: { key: string; request: string; code_hash: string; expires_at: Date },
): Promise<boolean> {
  const { key, request, code_hash, expires_at } = code
  const kept = await db
    .updateTable('email_codes')
    .set({ code_hash, expires_at, tries: 0 })
    .where('key', '=', key)
    .where('request', '=', request)
    .returning('key')
    .execute()
  return kept.length > 0
}

/**
 * Takes one of a code's tries; null when there is no code, or no try left. Written down in any case, for what
 * is not written is answered sooner, and would tell who has an account.
 */
export async function takeTry(db: Db, key: string, now: Date): Promise<string | null> {
  const taken = await db
    .updateTable('email_codes')
    .set({ tries: sql<number>`least(tries + 1, ${CODE.tries + 1})` })
    .where('key', '=', key)
    .returning(['code_hash', 'tries', 'expires_at'])
    .executeTakeFirst()
  if (taken === undefined || taken.tries > CODE.tries || taken.expires_at <= now) return null
  return taken.code_hash
}

export async function removeCode(
  trx: Trx,
  { key, hash }: { key: string; hash: string },
): Promise<boolean> {
  const removed = await trx
    .deleteFrom('email_codes')
    .where('key', '=', key)
    .where('code_hash', '=', hash)
    .returning('key')
    .execute()
  return removed.length > 0
}
