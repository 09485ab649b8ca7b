import {
  ERROR,
  message,
  text,
  WEBHOOKS,
  type addWebhook,
  type BodyOf,
  type DataOf,
  type listWebhookDeliveries,
  type listWebhooks,
  type rotateWebhook,
  type setWebhook,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit } from '../audit/service.ts'
import { countTry } from '../sessions/throttle.ts'
import { planDelivery, sendRound } from './plan.ts'
import * as webhooks from './queries.ts'
import { newWebhookSecret, sealSecret } from './secret.ts'

const instant = (at: Date | null): string | null => at?.toISOString() ?? null

/** All webhooks of the institution. A secret is in none of what is told of them. */
export const webhooksOf = (trx: Trx, oid: string) => webhooks.findWebhooks(trx, oid)

export async function listAll(
  ctx: Context,
  { actor, ip, language }: Caller<Clinician>,
): Promise<DataOf<typeof listWebhooks>> {
  const { oid } = actor
  return withInstitution(ctx.db, oid, async (trx) => {
    const rows = await webhooks.findWebhooks(trx, oid)
    await audit(trx, { actor, ip, action: 'webhook.list', detail: { rows: rows.length } })
    return {
      // Every field is named: the secret stays here.
      rows: rows.map((row) => ({
        webhook_id: row.webhook_id,
        name: row.name,
        url: row.url,
        events: row.events,
        active: row.active,
        sent_at: instant(row.sent_at),
        failing_since: instant(row.failing_since),
        fault: row.fault === null ? null : text(language, row.fault),
        waiting: row.waiting,
        failed: row.failed,
        overlap_until:
          row.overlap_until && row.overlap_until > ctx.now()
            ? row.overlap_until.toISOString()
            : null,
      })),
    }
  })
}

export async function createWebhook(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  given: BodyOf<typeof addWebhook>,
): Promise<DataOf<typeof addWebhook>> {
  const { oid, uid } = actor
  const webhook_id = newId()
  const secret = newWebhookSecret()
  const sealed = sealSecret(ctx, webhook_id, secret)
  await withInstitution(ctx.db, oid, async (trx) => {
    if ((await webhooks.countWebhooks(trx, oid)) >= WEBHOOKS.most)
      throw new Refusal(ERROR.limitReached, message('webhooks_reached', WEBHOOKS.most))
    await webhooks.insertWebhook(trx, {
      webhook_id,
      ...given,
      secret: sealed,
      fault: null,
      oid,
      created_by: uid,
    })
    const detail = { webhook: webhook_id, events: given.events, active: given.active }
    await audit(trx, { actor, ip, action: 'webhook.add', detail })
  })
  return { webhook_id, secret }
}

export async function changeWebhook(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { webhook_id, ...given }: BodyOf<typeof setWebhook>,
): Promise<void> {
  const { oid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    const webhook = await webhooks.findWebhook(trx, oid, webhook_id)
    if (!webhook) throw notFound()
    if (given.active && webhook.secret === null)
      throw new Refusal(ERROR.conflict, 'webhook_no_secret')
    const fresh = { fault: null, failing_since: null, updated_at: ctx.now() }
    if (!(await webhooks.updateWebhook(trx, oid, webhook_id, { ...given, ...fresh })))
      throw notFound()
    const detail = { webhook: webhook_id, events: given.events, active: given.active }
    await audit(trx, { actor, ip, action: 'webhook.set', detail })
  })
}

export async function removeWebhook(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  webhook_id: string,
): Promise<void> {
  const { oid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    const gone = { deleted_at: ctx.now(), secret: null, earlier_secret: null }
    if (!(await webhooks.updateWebhook(trx, oid, webhook_id, gone))) throw notFound()
    await audit(trx, { actor, ip, action: 'webhook.delete', detail: { webhook: webhook_id } })
  })
}

/** A new secret. For a day events are signed with the one before too, so that a receiver changes it without a gap. */
export async function renewSecret(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { webhook_id, at_once }: BodyOf<typeof rotateWebhook>,
): Promise<DataOf<typeof rotateWebhook>> {
  const { oid } = actor
  const secret = newWebhookSecret()
  const until = new Date(ctx.now().getTime() + WEBHOOKS.overlapHours * 3_600_000)
  await withInstitution(ctx.db, oid, async (trx) => {
    const row = await webhooks.lockWebhook(trx, oid, webhook_id)
    if (!row) throw notFound()
    const ends = at_once === true || row.secret === null
    const earlier = ends
      ? { earlier_secret: null, overlap_until: null }
      : { earlier_secret: row.secret, overlap_until: until }
    const sealed = { secret: sealSecret(ctx, webhook_id, secret), updated_at: ctx.now() }
    await webhooks.updateWebhook(trx, oid, webhook_id, { ...sealed, ...earlier })
    const detail = { webhook: webhook_id, at_once: at_once === true }
    await audit(trx, { actor, ip, action: 'webhook.rotate', detail })
  })
  return { secret }
}

/** By the queue like every event: the log says how it went. */
export async function sendTest(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  webhook_id: string,
): Promise<void> {
  const { oid, uid } = actor
  await countTry(ctx, `webhook test ${oid}`, WEBHOOKS.tests)
  await withInstitution(ctx.db, oid, async (trx) => {
    const webhook = await webhooks.findWebhook(trx, oid, webhook_id)
    if (!webhook) throw notFound()
    if (!webhook.active) throw new Refusal(ERROR.conflict, 'webhook_off')
    const test = { event_id: newId(), type: 'webhook.test', pid: null, rid: null } as const
    const now = ctx.now()
    await planDelivery(ctx, trx, { webhook_id, ...test, oid, uid, now, data: {} })
    await audit(trx, { actor, ip, action: 'webhook.test', detail: { webhook: webhook_id } })
  })
}

export async function openLog(
  ctx: Context,
  { actor, ip, language }: Caller<Clinician>,
  { webhook_id, ...page }: BodyOf<typeof listWebhookDeliveries>,
): Promise<DataOf<typeof listWebhookDeliveries>> {
  const { oid } = actor
  return withInstitution(ctx.db, oid, async (trx) => {
    if (!(await webhooks.findWebhook(trx, oid, webhook_id))) throw notFound()
    const found = await webhooks.findDeliveries(trx, oid, webhook_id, page)
    const detail = { webhook: webhook_id, rows: found.rows.length }
    await audit(trx, { actor, ip, action: 'webhook.log', detail })
    return {
      ...found,
      rows: found.rows.map((row) => ({
        delivery_id: row.delivery_id,
        event_id: row.event_id,
        type: row.type,
        told_at: row.told_at.toISOString(),
        state: row.state,
        tries: row.tries,
        status: row.status,
        reason: row.reason === null ? null : text(language, row.reason),
        sent_at: instant(row.sent_at),
        next_at: instant(row.next_at),
      })),
    }
  })
}

/** Now, and for one more day. */
export async function sendOnceMore(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  delivery_id: string,
): Promise<void> {
  const { oid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    const delivery = await webhooks.findDelivery(trx, oid, delivery_id)
    const webhook = delivery && (await webhooks.findWebhook(trx, oid, delivery.webhook_id))
    if (!webhook) throw notFound()
    if (!webhook.active) throw new Refusal(ERROR.conflict, 'webhook_off')
    const round = await webhooks.startAnew(trx, oid, delivery_id, ctx.now())
    if (round === undefined) throw new Refusal(ERROR.conflict, 'webhook_under_way')
    await sendRound(ctx, trx, { oid, delivery_id, round, asked: true })
    const detail = { webhook: webhook.webhook_id, type: delivery.type, event: delivery.event_id }
    await audit(trx, { actor, ip, action: 'webhook.again', detail })
  })
}
