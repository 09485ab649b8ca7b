import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import type { GiveUp, Handler } from '../../platform/queue/queue.ts'
import { audit, target } from '../audit/service.ts'
import type { deliveryJob } from '../deliveries/delivery.job.ts'
import { startDelivery } from '../deliveries/insert.ts'
import { settlePictures } from '../deliveries/settle-pictures.ts'
import { beginSending, type Begun } from './begin-sending.ts'
import { documentOf, pdfOf, photographDocument } from './documents.ts'
import { measurementsOf } from './measurements.ts'
import * as destinations from './queries.ts'
import { rejectionOf } from './rejection.ts'
import { resultMessage } from './results.ts'
import { isAway, reasonOf, sendFile, sendResult, Unsent } from './send.ts'

type Data = z.output<(typeof deliveryJob)['data']>

/** One that did not answer is left alone for so long: the others do not wait for it at each of its documents. */
const REST_MS = 60_000
/** What waits for another worker's answer is tried again after so long. */
const LATER_SECONDS = 5

/**
 * Sends a document or a result. What a worker that died had sent goes again, under the same UID or number: the other
 * side has it once.
 */
export function handleDelivery(ctx: Context): Handler<Data> {
  const resting = new Map<string, number>()
  return async ({ id, data, signal }) => {
    const { oid, delivery_id } = data
    const found = await findWaiting(ctx, data)
    if (!found) return
    const { delivery, destination } = found
    const { destination_id } = destination
    const rests = (resting.get(destination_id) ?? 0) > ctx.now().getTime()
    if (rests && !data.asked) throw new Error('it is away')
    try {
      const outcome =
        destination.kind === 'hl7'
          ? await bringResult(ctx, found, id)
          : await bringFile(ctx, found, { job: id, signal })
      if (outcome === 'over') return
      if (outcome === 'later') {
        await withInstitution(ctx.db, oid, (trx) => startDelivery(ctx, trx, data, LATER_SECONDS))
        return
      }
      if (outcome !== 'sent') {
        await end(ctx, data, OF_UNSENT[outcome])
        return
      }
    } catch (error) {
      signal.throwIfAborted()
      const reason = reasonOf(error)
      if (isAway(reason)) resting.set(destination_id, ctx.now().getTime() + REST_MS)
      await noteFault(ctx, found, reason)
      if (!(error instanceof Unsent) || !error.final) throw error
      await end(ctx, data, { state: 'failed', reason, refusals: delivery.refusals + 1 })
      return
    }
    await withInstitution(ctx.db, oid, async (trx) => {
      const now = ctx.now()
      if (!(await destinations.noteSent(trx, oid, delivery_id, now))) return
      await destinations.updateDestination(trx, oid, destination_id, { sent_at: now })
      await destinations.noteFault(trx, oid, destination_id, null)
      const { report_id, pid, what, created_by } = delivery
      const about = target('report', report_id, { pid, oid })
      const detail = { destination: destination_id, what, by: created_by }
      await audit(trx, { actor: null, ip: '', action: 'delivery.send', ...about, detail })
    })
  }
}

type Outcome = 'sent' | 'later' | 'over' | keyof typeof OF_UNSENT

const OF_UNSENT = {
  gone: { state: 'failed', reason: 'delivery_gone' },
  overtaken: { state: 'dropped', reason: 'delivery_overtaken' },
} as const

async function bringFile(
  ctx: Context,
  found: Begun,
  { job, signal }: { job: string; signal: AbortSignal },
): Promise<Outcome> {
  const { delivery, destination } = found
  const file = await fileOf(ctx, delivery)
  if (!file) return 'gone'
  signal.throwIfAborted()
  const state = await withInstitution(ctx.db, delivery.oid, (trx) =>
    beginSending(ctx, trx, found, job),
  )
  if (state !== 'begun') return state
  await sendFile(ctx, destination, file)
  return 'sent'
}

function fileOf(ctx: Context, delivery: destinations.DeliveryRow) {
  const { what } = delivery
  if (what === 'photograph') return photographDocument(ctx, delivery)
  if (what === 'rejection') return rejectionOf(ctx, delivery)
  const isMeasured = what === 'measurements' || what === 'measurements_void'
  return isMeasured ? measurementsOf(ctx, delivery) : documentOf(ctx, delivery)
}

/**
 * A result replaces the one before it, so the versions of a report go one after the other: what is sent is what the
 * report was when nobody else sent of it.
 */
async function bringResult(ctx: Context, found: Begun, job: string): Promise<Outcome> {
  const { delivery, destination } = found
  const wanted = destination.pdf && delivery.what === 'report'
  const pdf = wanted ? await pdfOf(ctx, delivery) : null
  const made = await withInstitution(ctx.db, delivery.oid, async (trx) => {
    const state = await beginSending(ctx, trx, found, job)
    if (state !== 'begun') return state
    return (await resultMessage(trx, delivery, destination, pdf)) ?? 'gone'
  })
  if (typeof made === 'string') return made
  await sendResult(ctx, destination, made)
  return 'sent'
}

/** Null where nothing waits any more, or the archive is off. */
async function findWaiting(ctx: Context, data: Data): Promise<Begun | null> {
  const { oid, delivery_id } = data
  const found = await withInstitution(ctx.db, oid, async (trx) => {
    const planned = await destinations.findDelivery(trx, oid, delivery_id)
    if (planned?.state !== 'waiting') return null
    const { what, rid, created_by: uid } = planned
    // Since it was planned, another program may have written what it is of.
    if (what === 'photograph' && rid !== null)
      await settlePictures(ctx, trx, { oid, uid }, { rids: [rid] })
    const delivery = await destinations.findDelivery(trx, oid, delivery_id)
    if (delivery?.state !== 'waiting') return null
    const destination = await destinations.findDestination(trx, oid, delivery.destination_id)
    return { delivery, destination }
  })
  if (!found) return null
  const { delivery, destination } = found
  if (destination?.active === true) return { delivery, destination }
  await end(ctx, data, { state: 'failed', reason: 'destination_off' })
  return null
}

const end = (
  ctx: Context,
  { oid, delivery_id }: Pick<Data, 'oid' | 'delivery_id'>,
  how: { state: 'failed' | 'dropped'; reason: string; refusals?: number },
) =>
  withInstitution(ctx.db, oid, (trx) =>
    destinations.updateDelivery(trx, oid, delivery_id, 'waiting', how),
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
    const reason = delivery?.reason ?? 'delivery_failed'
    if (delivery) await end(ctx, data, { state: 'failed', reason })
  }
}
