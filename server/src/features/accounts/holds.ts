import { ACCOUNT_CHANGES, ERROR, message, minuteOf, type MessageKey } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { areBound, findDoneSince, findHold, findOpenOf } from './change-queries.ts'

const DAY_MS = 86_400_000

/** Refuses what counts as done by one person, while somebody else may be in his account. */
export async function requireOwnHands(ctx: Context, trx: Trx, uid: string): Promise<void> {
  const [waiting] = await findOpenOf(trx, uid)
  if (waiting?.due_at && (waiting.kind === 'email' || waiting.kind === 'factor')) {
    throw refused(`signs_after_${waiting.kind}`, waiting.due_at)
  }
  const held = await findHold(trx, uid, ctx.now())
  if (held?.holds_until && held.kind !== 'made')
    throw refused(`held_${held.kind}`, held.holds_until)
}

const refused = (key: MessageKey, at: Date) =>
  new Refusal(ERROR.conflict, message(key, minuteOf(at.toISOString())))

/** Refuses two people of whom one made, reset or changed the other's account lately. */
export async function requireTwo(
  ctx: Context,
  trx: Trx,
  one: string,
  other: string,
): Promise<void> {
  if (!(await areBound(trx, one, other, ctx.now()))) return
  throw new Refusal(ERROR.conflict, message('erasure_same_hand', ACCOUNT_CHANGES.apartDays))
}

/** What others did lately to the account of whoever signs, for the entry in the audit log. */
export async function changedLately(
  ctx: Context,
  trx: Trx,
  uid: string,
): Promise<{ account_changed?: { kind: string; by: string; at: string }[] }> {
  const since = new Date(ctx.now().getTime() - ACCOUNT_CHANGES.apartDays * DAY_MS)
  const rows = await findDoneSince(trx, uid, since)
  const changed = rows.map(({ kind, by_uid, done_at }) => ({
    kind,
    by: by_uid,
    at: (done_at ?? since).toISOString(),
  }))
  return changed.length > 0 ? { account_changed: changed } : {}
}
