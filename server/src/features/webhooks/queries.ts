import type { WEBHOOK_STATES, WebhookEvent } from '@mingmou/contract'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import { pageOf } from '../../platform/database/page.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { WebhookDeliveries, Webhooks } from '../../platform/database/tables/webhook.ts'

export type WebhookRow = Selectable<Webhooks>
export type DeliveryRow = Selectable<WebhookDeliveries>

const living = (trx: Trx, oid: string) =>
  trx.selectFrom('webhooks').selectAll().where('oid', '=', oid).where('deleted_at', 'is', null)

const countOf = (state: (typeof WEBHOOK_STATES)[number]) =>
  sql<number>`(SELECT count(*)::int FROM webhook_deliveries
    WHERE webhook_deliveries.webhook_id = webhooks.webhook_id AND state = ${state})`

export const findWebhooks = (trx: Trx, oid: string) =>
  living(trx, oid)
    .select([countOf('waiting').as('waiting'), countOf('failed').as('failed')])
    .orderBy('created_at')
    .orderBy('webhook_id')
    .execute()

export const findWebhook = (
  trx: Trx,
  oid: string,
  webhook_id: string,
): Promise<WebhookRow | undefined> =>
  living(trx, oid).where('webhook_id', '=', webhook_id).executeTakeFirst()

/** Locked, so that of two new secrets the second sees the first. */
export const lockWebhook = (
  trx: Trx,
  oid: string,
  webhook_id: string,
): Promise<WebhookRow | undefined> =>
  living(trx, oid).where('webhook_id', '=', webhook_id).forUpdate().executeTakeFirst()

/** Those that want to hear of it. */
export const findListening = (trx: Trx, oid: string, type: WebhookEvent) =>
  living(trx, oid)
    .where('active', '=', true)
    .where(sql<boolean>`${type} = any(events)`)
    .execute()

/** Of two that are added at once the second waits, and counts the first. */
export async function countWebhooks(trx: Trx, oid: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`webhooks ${oid}`}))`.execute(trx)
  return (await living(trx, oid).execute()).length
}

export async function insertWebhook(trx: Trx, row: Insertable<Webhooks>): Promise<void> {
  await trx.insertInto('webhooks').values(row).execute()
}

/** False where there is none. */
export async function updateWebhook(
  trx: Trx,
  oid: string,
  webhook_id: string,
  changed: Updateable<Webhooks>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhooks')
    .set(changed)
    .where('oid', '=', oid)
    .where('webhook_id', '=', webhook_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The sealed secrets, held until they are sealed anew. */
export const holdSecrets = (trx: Trx, oid: string) =>
  living(trx, oid)
    .where('secret', 'is not', null)
    .$narrowType<{ secret: Buffer }>()
    .forUpdate()
    .execute()

export async function insertDelivery(trx: Trx, row: Insertable<WebhookDeliveries>): Promise<void> {
  await trx.insertInto('webhook_deliveries').values(row).execute()
}

export const findDelivery = (
  trx: Trx,
  oid: string,
  delivery_id: string,
): Promise<DeliveryRow | undefined> =>
  trx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('oid', '=', oid)
    .where('delivery_id', '=', delivery_id)
    .executeTakeFirst()

export const findDeliveries = (
  trx: Trx,
  oid: string,
  webhook_id: string,
  page: { page: number; size: number },
) =>
  pageOf(
    trx,
    trx
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('oid', '=', oid)
      .where('webhook_id', '=', webhook_id),
    sql`created_at DESC, delivery_id`,
    page,
  )

/** Only while its round is this one: false where another round began, or it waits no more. */
export async function updateRound(
  trx: Trx,
  { oid, delivery_id, round }: { oid: string; delivery_id: string; round: number },
  changed: Updateable<WebhookDeliveries>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('webhook_deliveries')
    .set({ ...changed, updated_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('delivery_id', '=', delivery_id)
    .where('state', '=', 'waiting')
    .where('round', '=', round)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A new round of one that was tried. The number of the round; undefined for one that is about to be sent. */
export async function startAnew(
  trx: Trx,
  oid: string,
  delivery_id: string,
  now: Date,
): Promise<number | undefined> {
  const changed = await trx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', tries: 0, begun_at: now, next_at: null, status: null, reason: null })
    .set({ round: sql<number>`round + 1`, updated_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('delivery_id', '=', delivery_id)
    .where((row) => row.or([row('state', '<>', 'waiting'), row('reason', 'is not', null)]))
    .returning('round')
    .executeTakeFirst()
  return changed?.round
}

export async function deleteOld(trx: Trx, oid: string, before: Date): Promise<void> {
  await trx
    .deleteFrom('webhook_deliveries')
    .where('oid', '=', oid)
    .where('state', '<>', 'waiting')
    .where('created_at', '<', before)
    .execute()
}

/** The accession number of the order that a sitting closed. */
export async function findAccession(trx: Trx, oid: string, rid: string): Promise<string | null> {
  const order = await trx
    .selectFrom('orders')
    .select('accession')
    .where('oid', '=', oid)
    .where('rid', '=', rid)
    .executeTakeFirst()
  return order?.accession ?? null
}
