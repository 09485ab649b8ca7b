import { ERROR, FEEDBACK } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Actor, Caller } from '../../http/actor.ts'
import { Refusal } from '../../http/refusal.ts'
import { networkOf } from '../../platform/networks.ts'
import { countTry } from '../sessions/throttle.ts'
import { keptBytes } from './queries.ts'

/**
 * Refuses what a sender, an address of the network, or all visitors together send too often. An account is
 * counted by itself, so that strangers take nothing from those who are signed in elsewhere.
 */
export async function allow(
  ctx: Context,
  { actor, ip }: Caller<Actor | null>,
  what: 'sent' | 'uploads',
  count = 1,
): Promise<void> {
  const limits = FEEDBACK[what]
  const subject = `feedback ${what}`
  await countTry(ctx, `${subject} by ${actor?.uid ?? networkOf(ip)}`, limits.bySender, count)
  await countTry(ctx, `${subject} from ${networkOf(ip)}`, limits.byPlace, count)
  if (actor === null) await countTry(ctx, `${subject} by visitors`, limits.byVisitors, count)
}

/** Upload forms for a number of files: none while the store of attachments is full. */
export async function allowUploads(
  ctx: Context,
  caller: Caller<Actor | null>,
  count: number,
): Promise<void> {
  await allow(ctx, caller, 'uploads', count)
  if ((await keptBytes(ctx.db)) >= FEEDBACK.keptBytes)
    throw new Refusal(ERROR.limitReached, 'attachments_full')
}
