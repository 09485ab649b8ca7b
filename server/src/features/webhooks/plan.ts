import type { WebhookEvent, WebhookTold } from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { findAccession, findListening, insertDelivery } from './queries.ts'
import { webhookJob } from './webhook.job.ts'

interface Happened {
  type: WebhookEvent
  oid: string
  uid: string
  pid: string
  /** The sitting. */
  rid: string
  report_no?: string
  superseded_by?: string
  now: Date
}

/** Plans an event for every webhook that wants it, in the transaction of its cause. */
export async function tellHooks(ctx: Context, trx: Trx, happened: Happened): Promise<void> {
  const { type, oid, uid, pid, rid, now } = happened
  const listening = await findListening(trx, oid, type)
  if (listening.length === 0) return
  const event_id = newId()
  const data = dataOf(ctx, happened, await findAccession(trx, oid, rid))
  for (const { webhook_id } of listening)
    await planDelivery(ctx, trx, { webhook_id, event_id, type, oid, uid, pid, rid, now, data })
}

/** Identifiers of the institution alone, and where its client reads the rest: nothing of the patient (decision 197). */
function dataOf(
  { config }: Context,
  { rid, report_no, superseded_by }: Happened,
  accession: string | null,
): Record<string, unknown> {
  const api = `${config.publicUrl}/api/v1`
  return {
    sitting: rid,
    accession,
    ...(report_no !== undefined && { report_no }),
    ...(superseded_by !== undefined && { superseded_by }),
    url: report_no === undefined ? `${api}/results/${rid}` : `${api}/reports/${report_no}`,
  }
}

interface Planned {
  webhook_id: string
  event_id: string
  type: WebhookTold
  oid: string
  uid: string
  pid: string | null
  rid: string | null
  now: Date
  data: Record<string, unknown>
}

export async function planDelivery(ctx: Context, trx: Trx, planned: Planned): Promise<void> {
  const { uid, now, data, ...row } = planned
  const { oid, type, event_id } = row
  const delivery_id = newId()
  const body = JSON.stringify({ id: event_id, type, timestamp: now.toISOString(), data })
  const times = { told_at: now, begun_at: now, next_at: now }
  await insertDelivery(trx, { ...row, ...times, delivery_id, body, created_by: uid })
  await sendRound(ctx, trx, { oid, delivery_id, round: 0, asked: type === 'webhook.test' })
}

/** Institutions take turns. */
export async function sendRound(
  ctx: Context,
  trx: Trx,
  data: { oid: string; delivery_id: string; round: number; asked?: boolean },
  afterSeconds = 0,
): Promise<void> {
  const turn = { lane: data.oid, person: data.oid, batch: false }
  await ctx.queue.send(trx, webhookJob, data, turn, afterSeconds)
}
