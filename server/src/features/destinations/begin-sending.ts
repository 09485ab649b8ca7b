import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import * as destinations from './queries.ts'

export interface Begun {
  delivery: destinations.DeliveryRow
  destination: destinations.DestinationRow
}

/**
 * Notes that this job is about to send, in a transaction that ends before anything goes. `later` where another worker
 * sends it, or what it must not overtake: the photograph that it takes back, another version of the same result. A
 * worker that died sends nothing: its job is nobody's, or is begun anew. `over`: nothing waits any more.
 */
export async function beginSending(
  ctx: Context,
  trx: Trx,
  { delivery, destination }: Begun,
  job: string,
): Promise<'begun' | 'later' | 'over'> {
  const { oid, delivery_id, rejects } = delivery
  const isResult = destination.kind === 'hl7'
  if (isResult) await destinations.holdVersions(trx, delivery)
  const now = await destinations.holdDelivery(trx, delivery)
  if (now?.state !== 'waiting') return 'over'
  const others = isResult ? await destinations.findResults(trx, delivery) : []
  const apart = [delivery_id, ...(rejects === null ? [] : [rejects]), ...others]
  const jobs = (await destinations.findSending(trx, oid, apart)).filter(
    (sending) => sending !== job,
  )
  if (await ctx.queue.areWorkedOn(trx, jobs)) return 'later'
  const begun = { sending: job, tries: now.tries + 1 }
  await destinations.updateDelivery(trx, oid, delivery_id, 'waiting', begun)
  return 'begun'
}
