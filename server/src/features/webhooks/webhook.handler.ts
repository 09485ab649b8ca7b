import { WEBHOOKS } from '@mingmou/contract'
import type { z } from 'zod'
import type { Context } from '../../context.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import type { GiveUp, Handler } from '../../platform/queue/queue.ts'
import { audit, target } from '../audit/service.ts'
import { sendRound } from './plan.ts'
import { postEvent, type Outcome } from './post.ts'
import * as webhooks from './queries.ts'
import { signedHeaders, unsealSecret } from './secret.ts'
import type { webhookJob } from './webhook.job.ts'

type Data = z.output<(typeof webhookJob)['data']>

/** Pauses after each try, 23 hours together. After the last one the event failed. */
const PAUSES = [10, 60, 300, 900, 3600, 7200, 14_400, 28_800, 28_800]
const REST_SECONDS = 60

/**
 * One try. What a worker that died had sent goes again with the same id: the receiver tells by it
 * that it has the event.
 */
export function handleWebhook(ctx: Context): Handler<Data> {
  // One that did not answer is left alone for a while: the others do not wait for it at each of its events.
  const resting = new Map<string, number>()
  return async ({ data, signal }) => {
    const found = await begin(ctx, data)
    if (!found) return
    const { delivery, webhook, secrets } = found
    const { webhook_id } = webhook
    const now = ctx.now().getTime()
    const rests = (resting.get(webhook_id) ?? 0) > now
    if (rests && delivery.tries === 0 && !data.asked) {
      await putOff(ctx, data, found)
      return
    }
    const { event_id: id, body } = delivery
    const headers = signedHeaders({ secrets, id, seconds: Math.floor(now / 1000), body })
    const outcome = await postEvent(ctx.config.webhooks, webhook.url, { headers, body })
    signal.throwIfAborted()
    if (outcome.away) resting.set(webhook_id, now + REST_SECONDS * 1000)
    else resting.delete(webhook_id)
    if (outcome.reason === null) await noteSent(ctx, data, found, outcome)
    else await noteFault(ctx, data, found, { ...outcome, reason: outcome.reason })
  }
}

interface Begun {
  delivery: webhooks.DeliveryRow
  webhook: webhooks.WebhookRow
  secrets: readonly string[]
}

/** Null where this round is over, or the webhook is off. */
async function begin(ctx: Context, data: Data): Promise<Begun | null> {
  const { oid, delivery_id, round } = data
  return withInstitution(ctx.db, oid, async (trx) => {
    const delivery = await webhooks.findDelivery(trx, oid, delivery_id)
    if (delivery?.state !== 'waiting' || delivery.round !== round) return null
    const webhook = await webhooks.findWebhook(trx, oid, delivery.webhook_id)
    if (webhook?.active === true && webhook.secret !== null) {
      return { delivery, webhook, secrets: secretsOf(ctx, webhook, webhook.secret) }
    }
    await webhooks.updateRound(trx, data, { state: 'failed', reason: 'webhook_off', next_at: null })
    return null
  })
}

function secretsOf(
  ctx: Context,
  { webhook_id, earlier_secret, overlap_until }: webhooks.WebhookRow,
  secret: Buffer,
): string[] {
  const both = earlier_secret !== null && overlap_until !== null && overlap_until > ctx.now()
  return [secret, ...(both ? [earlier_secret] : [])].map((sealed) =>
    unsealSecret(ctx, webhook_id, sealed),
  )
}

/** It waits with the others of its webhook, which costs no try, for as long as an event is tried at all. */
async function putOff(ctx: Context, data: Data, { delivery, webhook }: Begun): Promise<void> {
  const { oid, delivery_id, round } = data
  const now = ctx.now().getTime()
  const isOver = now - delivery.begun_at.getTime() > WEBHOOKS.tryHours * 3_600_000
  await withInstitution(ctx.db, oid, async (trx) => {
    const reason = webhook.fault
    const next_at = isOver ? null : new Date(now + REST_SECONDS * 1000)
    const state = isOver ? 'failed' : 'waiting'
    const changed = { state, next_at, reason, round: round + 1 } as const
    if (!(await webhooks.updateRound(trx, data, changed)) || isOver) return
    await sendRound(ctx, trx, { oid, delivery_id, round: round + 1 }, REST_SECONDS)
  })
}

async function noteSent(
  ctx: Context,
  data: Data,
  { delivery, webhook }: Begun,
  { status }: Outcome,
): Promise<void> {
  const { oid } = data
  const now = ctx.now()
  await withInstitution(ctx.db, oid, async (trx) => {
    const tried = { tries: delivery.tries + 1, status, reason: null, next_at: null }
    const sent = { ...tried, state: 'sent', sent_at: now } as const
    if (!(await webhooks.updateRound(trx, data, sent))) return
    const { webhook_id } = webhook
    const well = { sent_at: now, failing_since: null, fault: null }
    await webhooks.updateWebhook(trx, oid, webhook_id, well)
    const { rid, pid, type, event_id } = delivery
    const about = rid === null || pid === null ? { oid } : target('archive', rid, { pid, oid })
    const detail = { webhook: webhook_id, type, event: event_id }
    await audit(trx, { actor: null, ip: '', action: 'webhook.send', ...about, detail })
  })
}

/** The next try is planned with the note, or the event failed. */
async function noteFault(
  ctx: Context,
  data: Data,
  { delivery, webhook }: Begun,
  { status, reason }: Outcome & { reason: string },
): Promise<void> {
  const { oid, delivery_id, round } = data
  const now = ctx.now()
  const pause = PAUSES[delivery.tries]
  const next_at = pause === undefined ? null : new Date(now.getTime() + pause * 1000)
  await withInstitution(ctx.db, oid, async (trx) => {
    const tried = { tries: delivery.tries + 1, status, reason, next_at, round: round + 1 }
    const state = pause === undefined ? 'failed' : 'waiting'
    if (!(await webhooks.updateRound(trx, data, { ...tried, state }))) return
    const since = webhook.failing_since ?? now
    const fault = { failing_since: since, fault: reason }
    await webhooks.updateWebhook(trx, oid, webhook.webhook_id, fault)
    if (pause !== undefined)
      await sendRound(ctx, trx, { oid, delivery_id, round: round + 1 }, pause)
  })
}

/** Every worker died of it. */
export function giveUpWebhook(ctx: Context): GiveUp<Data> {
  return async (data) => {
    const failed = { state: 'failed', reason: 'webhook_failed', next_at: null } as const
    await withInstitution(ctx.db, data.oid, (trx) => webhooks.updateRound(trx, data, failed))
  }
}
