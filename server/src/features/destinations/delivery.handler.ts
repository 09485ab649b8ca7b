import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import type { GiveUp, Handler } from '../../platform/queue/queue.ts'
import { audit, target } from '../audit/service.ts'
import type { deliveryJob } from '../deliveries/delivery.job.ts'
import { documentOf } from './documents.ts'
import * as destinations from './queries.ts'
import { isAway, reasonOf, sendFile } from './send.ts'

type Data = z.output<(typeof deliveryJob)['data']>

/** One that did not answer is left alone for so long: the others do not wait for it at each of its documents. */
const REST_MS = 60_000

/**
 * Sends a document. What a worker that died had sent goes again, under the same UID: the archive has
 * it once.
 */
export function handleDelivery(ctx: Context): Handler<Data> {
  const resting = new Map<string, number>()
  return async ({ data, signal }) => {
    const { oid, delivery_id } = data
    const found = await begin(ctx, data)
    if (!found) return
    const { delivery, destination } = found
    const { destination_id } = destination
    const rests = (resting.get(destination_id) ?? 0) > ctx.now().getTime()
    if (rests && !data.asked) throw new Error('it is away')
    try {
      const file = await documentOf(ctx, delivery)
      if (!file) {
        await fail(ctx, data, 'delivery_gone')
        return
      }
      signal.throwIfAborted()
      await sendFile(ctx, destination, file)
    } catch (error) {
      signal.throwIfAborted()
      const reason = reasonOf(error)
      if (isAway(reason)) resting.set(destination_id, ctx.now().getTime() + REST_MS)
      await noteFault(ctx, found, reason)
      throw error
    }
    await withInstitution(ctx.db, oid, async (trx) => {
      const now = ctx.now()
      const sent = { state: 'sent', sent_at: now, reason: null } as const
      if (!(await destinations.updateDelivery(trx, oid, delivery_id, 'waiting', sent))) return
      await destinations.updateDestination(trx, oid, destination_id, { sent_at: now })
      await destinations.noteFault(trx, oid, destination_id, null)
      const { report_id, pid, what, created_by } = delivery
      const about = target('report', report_id, { pid, oid })
      const detail = { destination: destination_id, what, by: created_by }
      await audit(trx, { actor: null, ip: '', action: 'delivery.send', ...about, detail })
    })
  }
}

interface Begun {
  delivery: destinations.DeliveryRow
  destination: destinations.DestinationRow
}

/** Counts the try. Null where nothing waits any more, or the archive is off. */
async function begin(ctx: Context, data: Data): Promise<Begun | null> {
  const { oid, delivery_id } = data
  const found = await withInstitution(ctx.db, oid, async (trx) => {
    const delivery = await destinations.findDelivery(trx, oid, delivery_id)
    if (delivery?.state !== 'waiting') return null
    const tries = delivery.tries + 1
    await destinations.updateDelivery(trx, oid, delivery_id, 'waiting', { tries })
    const destination = await destinations.findDestination(trx, oid, delivery.destination_id)
    return { delivery, destination }
  })
  if (!found) return null
  const { delivery, destination } = found
  if (destination?.active === true) return { delivery, destination }
  await fail(ctx, data, 'destination_off')
  return null
}

const fail = (
  ctx: Context,
  { oid, delivery_id }: Pick<Data, 'oid' | 'delivery_id'>,
  reason: string,
) =>
  withInstitution(ctx.db, oid, (trx) =>
    destinations.updateDelivery(trx, oid, delivery_id, 'waiting', { state: 'failed', reason }),
  )

async function noteFault(
  ctx: Context,
  { delivery, destination }: Begun,
  reason: string,
): Promise<void> {
  const { oid, delivery_id } = delivery
  await withInstitution(ctx.db, oid, async (trx) => {
    await destinations.updateDelivery(trx, oid, delivery_id, 'waiting', { reason })
    const { destination_id } = destination
    const fault = { fault: reason, fault_at: ctx.now() }
    await destinations.noteFault(trx, oid, destination_id, fault)
  })
}

/** Three days are over. */
export function giveUpDelivery(ctx: Context): GiveUp<Data> {
  return async (data) => {
    const { oid, delivery_id } = data
    const delivery = await withInstitution(ctx.db, oid, (trx) =>
      destinations.findDelivery(trx, oid, delivery_id),
    )
    if (delivery) await fail(ctx, data, delivery.reason ?? 'delivery_failed')
  }
}
