import { createHash } from 'node:crypto'
import { ERROR, LOGIN_TRIES, message } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import { networkOf } from '../../platform/networks.ts'

/** The database holds the key of a try as a hash, because a mistyped name is private. */
function keyOf(subject: string): string {
  return createHash('sha256').update(subject).digest('base64url')
}

/**
 * Login tries are counted by account, whichever name is used, or by the unknown name. Tries in a
 * browser, or from a place, where the account has logged in before have a count of their own.
 */
export const loginSubject = (who: string, known = '') => `login ${who}${known && ` ${known}`}`

/** One password tried for many accounts stays below the count of each. This is the count of its place. */
export const placeSubject = (ip: string) => `login from ${networkOf(ip)}`

interface Limit {
  count: number
  windowSeconds: number
}

/**
 * Counts a try before it is made, so that concurrent tries count too. `forgetTries` resets the
 * count after a correct one.
 */
export async function takeTry(
  ctx: Context,
  subject: string,
  limit: Limit = LOGIN_TRIES,
  count = 1,
): Promise<{ over: number; retry_after: number }> {
  const now = ctx.now().getTime()
  const end = now + limit.windowSeconds * 1000
  // A count is for minutes: no try waits for the disk, and a fault of the server may forget the last.
  const { rows } = await sql<{ points: number; expire: string }>`
    with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
    insert into throttles as t (key, points, expire)
    select ${keyOf(subject)}, ${count}::int, ${end}::bigint from unhurried
    on conflict (key) do update set
      points = case when t.expire <= ${now} then ${count}::int else t.points + ${count}::int end,
      expire = case when t.expire <= ${now} then ${end} else t.expire end
    returning points, expire`.execute(ctx.db)
  const { points = 0, expire = '0' } = rows[0] ?? {}
  if (points === count) await sql`delete from throttles where expire <= ${now}`.execute(ctx.db)
  const retry_after = Math.max(1, Math.ceil((Number(expire) - now) / 1000))
  return { over: points - limit.count, retry_after }
}

/** How many tries were counted, without counting one. */
export async function countedTries(ctx: Context, subject: string): Promise<number> {
  const { rows } = await sql<{ points: number }>`select points from throttles
    where key = ${keyOf(subject)} and expire > ${ctx.now().getTime()}`.execute(ctx.db)
  return rows[0]?.points ?? 0
}

/** A right try does not count towards a limit that many people share. */
export async function giveBackTry(ctx: Context, subject: string): Promise<void> {
  await sql`update throttles set points = points - 1
    where key = ${keyOf(subject)} and expire > ${ctx.now().getTime()}`.execute(ctx.db)
}

/** Refuses any try over the limit, with the seconds to wait. */
export async function countTry(
  ctx: Context,
  subject: string,
  limit?: Limit,
  count?: number,
): Promise<void> {
  const { over, retry_after } = await takeTry(ctx, subject, limit, count)
  if (over > 0) throw tooManyTries(retry_after)
}

export const tooManyTries = (retry_after: number) =>
  new Refusal(ERROR.tooManyTries, message('too_many_tries', Math.ceil(retry_after / 60)), {
    retry_after,
  })

export async function forgetTries(ctx: Context, subject: string): Promise<void> {
  await sql`delete from throttles where key = ${keyOf(subject)}`.execute(ctx.db)
}
