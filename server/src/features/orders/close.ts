import type { Eye } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import { audit, target } from '../audit/service.ts'
import * as orders from './queries.ts'

/**
 * Closes what a sitting fulfils, in the transaction that files it: the order whose accession number came in a file,
 * where it is the patient's and of this kind; where there is none, the orders of the patient for this kind and day.
 * `eyes`: of the photographs that were just added, null where none is known.
 */
export async function closeFulfilled(
  ctx: Context,
  trx: Trx,
  { actor, ip }: Pick<Caller<Clinician>, 'actor' | 'ip'>,
  filed: orders.Filed,
  { accessions, eyes }: { accessions: readonly string[]; eyes: readonly (Eye | null)[] },
): Promise<void> {
  const { oid } = actor
  const at = ctx.now()
  const named = await orders.closeOrders(trx, oid, filed, orders.withNumber(accessions), at)
  const closed =
    named.length > 0
      ? named
      : await orders.closeOrders(trx, oid, filed, orders.forDay(filed, eyes), at)
  for (const { order_id, pid } of closed) {
    const detail = { rid: filed.rid, by: named.length > 0 ? 'accession' : 'day' }
    const about = target('order', order_id, { pid })
    await audit(trx, { actor, ip, action: 'order.done', ...about, detail })
    await ctx.events.send(trx, { oid }, 'orders', { order_id })
  }
}
