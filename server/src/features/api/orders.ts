import {
  addOrder,
  cancelOrder,
  ERROR,
  OrderState,
  PhotoOrder,
  SearchDate,
  today,
} from '@mingmou/contract'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { violates } from '../../platform/database/violation.ts'
import { audit, target } from '../audit/service.ts'
import type { ClientCaller } from '../clients/client-of.ts'
import { findNumbered, listAfter, type NumberedOrder } from '../orders/numbered.ts'
import * as orders from '../orders/service.ts'
import { findByNumber } from '../patients/by-number.ts'
import {
  Accession,
  Cursor,
  Limit,
  NoQuery,
  PatientNumber,
  pageOf,
  Placer,
  toPage,
} from './fields.ts'
import { operation, type Asked } from './operation.ts'

const { modality, eyes, day, time } = addOrder.body.shape
const wanted = { modality, eyes, day, time }

const Order = PhotoOrder.pick({
  name: true,
  gender: true,
  birthday: true,
  modality: true,
  eyes: true,
  day: true,
  time: true,
  station: true,
  accession: true,
  state: true,
  overdue: true,
  ordered_at: true,
  version: true,
}).extend({
  /** The patient's card number. */
  number: z.string(),
  placer_number: z.string().nullable(),
  done_at: z.string().nullable(),
  cancelled: z.object({ at: z.string(), reason: z.string() }).nullable(),
})

const ByAccession = z.strictObject({ accession: Accession })

export const makeOrder = operation({
  method: 'POST',
  path: '/orders',
  scope: 'orders:write',
  writes: true,
  summary:
    'Order photographs of a patient. The same placer number again answers the order that is there',
  params: NoQuery,
  query: NoQuery,
  body: z.strictObject({ number: PatientNumber, placer_number: Placer.optional(), ...wanted }),
  answer: Order,
  example: {
    body: { number: '{number}', modality: 'fundus', day: '{today}', placer_number: 'HIS-{fresh}' },
  },
})

export const changeOrder = operation({
  method: 'PUT',
  path: '/orders/:accession',
  scope: 'orders:write',
  writes: true,
  summary: 'Change an open order. Its version is that which was read',
  params: ByAccession,
  query: NoQuery,
  body: z.strictObject({ ...wanted, version: z.int('wrong_type').min(1, 'out_of_range') }),
  answer: Order,
  example: {
    params: { accession: '{accession}' },
    body: { modality: 'fundus', day: '{today}', eyes: 'right', version: 1 },
  },
})

export const cancelOne = operation({
  method: 'POST',
  path: '/orders/:accession/cancel',
  scope: 'orders:write',
  writes: true,
  summary: 'Cancel an open order and say why',
  params: ByAccession,
  query: NoQuery,
  body: z.strictObject({ reason: cancelOrder.body.shape.reason }),
  answer: Order,
  example: { params: { accession: '{accession}' }, body: { reason: '患者改期' } },
})

export const readOrder = operation({
  method: 'GET',
  path: '/orders/:accession',
  scope: 'orders:read',
  summary: 'One order, by its accession number',
  params: ByAccession,
  query: NoQuery,
  body: NoQuery,
  answer: Order,
  example: { params: { accession: '{accession}' } },
})

export const listOrders = operation({
  method: 'GET',
  path: '/orders',
  scope: 'orders:read',
  summary: 'Orders in the sequence they were made, by pages',
  params: NoQuery,
  query: z.object({
    day: SearchDate.optional(),
    state: OrderState.optional(),
    placer_number: Placer.optional(),
    cursor: Cursor.optional(),
    limit: Limit,
  }),
  body: NoQuery,
  answer: pageOf(Order),
  example: { query: { day: '{today}', state: 'open' } },
})

function shape(row: NumberedOrder, now: Date): z.input<typeof Order> {
  const order = orders.toOrder(row, today(now))
  const { cancelled } = order
  return {
    ...order,
    number: order.ad_card_number,
    placer_number: row.placer,
    done_at: order.done?.at ?? null,
    cancelled: cancelled && { at: cancelled.at, reason: cancelled.reason },
  }
}

/** An order of the client's institution, as it is read. */
const find = async (
  ctx: Context,
  { actor }: ClientCaller,
  by: { accession: string } | { placer: string },
): Promise<NumberedOrder> => {
  const row = await withInstitution(ctx.db, actor.oid, (trx) => findNumbered(trx, actor.oid, by))
  if (!row) throw notFound()
  return row
}

export async function openNumbered(
  ctx: Context,
  caller: ClientCaller,
  accession: string,
): Promise<z.input<typeof Order>> {
  const { actor, ip } = caller
  const row = await find(ctx, caller, { accession })
  const about = target('order', row.order_id, { pid: row.person })
  await withInstitution(ctx.db, actor.oid, (trx) =>
    audit(trx, { actor, ip, action: 'order.open', ...about }),
  )
  return shape(row, ctx.now())
}

export async function make(
  ctx: Context,
  { caller, body }: Asked<typeof makeOrder>,
): Promise<z.input<typeof Order>> {
  const { number, placer_number: placer = null, ...given } = body
  const { oid } = caller.actor
  const there = await withInstitution(ctx.db, oid, async (trx) => ({
    patient: await findByNumber(trx, oid, number),
    order: placer === null ? undefined : await findNumbered(trx, oid, { placer }),
  }))
  if (!there.patient) throw new Refusal(ERROR.notFound, 'not_found', {}, { number: 'not_found' })
  const { pid } = there.patient
  if (there.order) return sameOrder(ctx, there.order, pid)
  try {
    const { accession } = await orders.add(ctx, caller, { pid, placer, ...given })
    return shape(await find(ctx, caller, { accession }), ctx.now())
  } catch (error) {
    if (placer === null || !violates(error, 'orders_placer')) throw error
    // Another one came first.
    return sameOrder(ctx, await find(ctx, caller, { placer }), pid)
  }
}

/** What was ordered already under this number, where it is of the same patient. */
function sameOrder(ctx: Context, order: NumberedOrder, pid: string): z.input<typeof Order> {
  if (order.person !== pid)
    throw new Refusal(ERROR.conflict, 'placer_taken', {}, { placer_number: 'placer_taken' })
  return shape(order, ctx.now())
}

export async function change(
  ctx: Context,
  { caller, params, body }: Asked<typeof changeOrder>,
): Promise<z.input<typeof Order>> {
  const { accession } = params
  const { order_id, device_id } = await find(ctx, caller, { accession })
  const station = device_id === null ? {} : { device_id }
  await orders.change(ctx, caller, { order_id, ...station, ...body })
  return shape(await find(ctx, caller, { accession }), ctx.now())
}

export async function cancel(
  ctx: Context,
  { caller, params, body }: Asked<typeof cancelOne>,
): Promise<z.input<typeof Order>> {
  const { accession } = params
  const { order_id } = await find(ctx, caller, { accession })
  await orders.cancel(ctx, caller, { order_id, reason: body.reason })
  return shape(await find(ctx, caller, { accession }), ctx.now())
}

export async function list(
  ctx: Context,
  { caller, query }: Asked<typeof listOrders>,
): Promise<{ rows: z.input<typeof Order>[]; next: string | null }> {
  const { actor, ip } = caller
  const { placer_number: placer, cursor = null, limit, day, state } = query
  return withInstitution(ctx.db, actor.oid, async (trx) => {
    const found =
      placer === undefined
        ? await listAfter(
            trx,
            actor.oid,
            { after: cursor, day: day || undefined, states: state && [state] },
            limit + 1,
          )
        : [await findNumbered(trx, actor.oid, { placer })].filter((row) => row !== undefined)
    const page = toPage(
      found,
      limit,
      ({ order_id }) => order_id,
      (row) => shape(row, ctx.now()),
    )
    const detail = { rows: page.rows.length }
    await audit(trx, { actor, ip, action: 'order.list', detail })
    return page
  })
}
