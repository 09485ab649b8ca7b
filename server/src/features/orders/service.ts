import {
  ERROR,
  message,
  OPEN_ORDERS_PER_PATIENT,
  today,
  type addOrder,
  type BodyOf,
  type cancelOrder,
  type DataOf,
  type getOrder,
  type listOrders,
  type listStations,
  type PhotoOrder,
  type setOrder,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Acting, Caller, Clinician } from '../../http/actor.ts'
import { changedMeanwhile, invalid, notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { isSeen } from '../../platform/database/seen.ts'
import { audit, target } from '../audit/service.ts'
import { holdPatient } from '../patients/patient.ts'
import { accessionOf } from './accession.ts'
import * as orders from './queries.ts'

export async function openOrders(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { day: asked, page, size, ...wanted }: BodyOf<typeof listOrders>,
): Promise<DataOf<typeof listOrders>> {
  const { oid } = actor
  const now = today(ctx.now())
  const days = { day: asked || now, today: now }
  return withInstitution(ctx.db, oid, async (trx) => {
    const found = await orders.findOrders(trx, oid, { ...days, ...wanted }, { page, size })
    const counts = await orders.countOpen(trx, oid, days)
    const detail = { rows: found.rows.length }
    await audit(trx, { actor, ip, action: 'order.list', detail })
    return { ...found, ...counts, rows: found.rows.map((row) => toOrder(row, now)) }
  })
}

export async function openOrder(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { order_id }: BodyOf<typeof getOrder>,
): Promise<DataOf<typeof getOrder>> {
  const { oid } = actor
  return withInstitution(ctx.db, oid, async (trx) => {
    const row = await orders.findOrder(trx, oid, order_id)
    if (!row) throw notFound()
    const about = target('order', order_id, { pid: row.person })
    await audit(trx, { actor, ip, action: 'order.open', ...about })
    const { name } = await trx
      .selectFrom('institutions')
      .select('name')
      .where('oid', '=', oid)
      .executeTakeFirstOrThrow()
    return { ...toOrder(row, today(ctx.now())), institution: name }
  })
}

export const openStations = (
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
): Promise<DataOf<typeof listStations>> =>
  withInstitution(ctx.db, actor.oid, async (trx) => {
    await audit(trx, { actor, ip, action: 'device.list' })
    return { rows: await orders.findStations(trx, actor.oid) }
  })

type Given = Omit<BodyOf<typeof setOrder>, 'order_id' | 'version'>

const fieldsOf = ({ modality, eyes, day, time, device_id }: Given) => ({
  modality,
  eyes,
  day,
  day_time: time ?? null,
  device_id: device_id ?? null,
})

/** A station of another institution is none, and the same is not ordered twice. */
async function refuse(
  trx: Trx,
  { oid, pid, except }: { oid: string; pid: string; except?: string },
  { modality, eyes, day, device_id }: Given,
): Promise<void> {
  if (device_id !== undefined && !(await orders.hasStation(trx, oid, device_id)))
    throw invalid({ device_id: 'not_allowed' })
  await orders.holdOrders(trx, pid)
  const open = await orders.findOpenOf(trx, oid, pid, except)
  if (open.some((order) => order.modality === modality && order.eyes === eyes && order.day === day))
    throw new Refusal(ERROR.conflict, 'order_there')
  if (open.length >= OPEN_ORDERS_PER_PATIENT)
    throw new Refusal(ERROR.limitReached, message('order_limit', OPEN_ORDERS_PER_PATIENT))
}

type Added = BodyOf<typeof addOrder> & { placer?: string | null }

export const add = (ctx: Context, caller: Acting, given: Added): Promise<DataOf<typeof addOrder>> =>
  withInstitution(ctx.db, caller.actor.oid, (trx) => addIn(ctx, trx, caller, given))

/** Orders in a transaction of the caller. */
export async function addIn(
  ctx: Context,
  trx: Trx,
  { actor, ip, source }: Acting,
  { pid, placer = null, ...given }: Added,
): Promise<DataOf<typeof addOrder>> {
  const { oid, uid } = actor
  const order_id = newId()
  if (!(await holdPatient(trx, oid, pid))) throw notFound()
  await refuse(trx, { oid, pid }, given)
  const accession = accessionOf(await orders.takeNumber(trx, oid))
  await orders.insertOrder(trx, {
    order_id,
    oid,
    pid,
    accession,
    placer,
    ...fieldsOf(given),
    created_by: source ?? uid,
    updated_by: uid,
    created_at: ctx.now(),
  })
  await audit(trx, { actor, ip, action: 'order.add', ...target('order', order_id, { pid }) })
  await ctx.events.send(trx, { oid }, 'orders', { order_id })
  return { order_id, accession }
}

/** An open order, locked until the transaction ends. */
async function holdOpen(trx: Trx, oid: string, order_id: string): Promise<orders.OrderRow> {
  const row = await orders.holdOrder(trx, oid, order_id)
  if (!row) throw notFound()
  if (row.state !== 'open') throw new Refusal(ERROR.conflict, 'order_closed')
  return row
}

export const change = (
  ctx: Context,
  caller: Acting,
  given: BodyOf<typeof setOrder>,
): Promise<void> =>
  withInstitution(ctx.db, caller.actor.oid, (trx) => changeIn(ctx, trx, caller, given))

/** Changes an order in a transaction of the caller. */
export async function changeIn(
  ctx: Context,
  trx: Trx,
  { actor, ip }: Acting,
  { order_id, version, ...given }: BodyOf<typeof setOrder>,
): Promise<void> {
  const { oid, uid } = actor
  const row = await holdOpen(trx, oid, order_id)
  if (!isSeen(row, { version, uid })) throw changedMeanwhile(toOrder(row, today(ctx.now())))
  // A station that was taken off since may stay.
  const { device_id, ...rest } = given
  const kept = device_id === row.device_id ? rest : given
  await refuse(trx, { oid, pid: row.pid, except: order_id }, kept)
  await orders.updateOrder(trx, { oid, order_id, uid }, fieldsOf(given))
  const about = target('order', order_id, { pid: row.person })
  await audit(trx, { actor, ip, action: 'order.set', ...about })
  await ctx.events.send(trx, { oid }, 'orders', { order_id })
}

export const cancel = (
  ctx: Context,
  caller: Acting,
  given: BodyOf<typeof cancelOrder>,
): Promise<void> =>
  withInstitution(ctx.db, caller.actor.oid, (trx) => cancelIn(ctx, trx, caller, given))

/** Cancels an order in a transaction of the caller. */
export async function cancelIn(
  ctx: Context,
  trx: Trx,
  { actor, ip }: Acting,
  { order_id, reason }: BodyOf<typeof cancelOrder>,
): Promise<void> {
  const { oid, uid } = actor
  const row = await holdOpen(trx, oid, order_id)
  const cancelled = { cancelled_at: ctx.now(), cancelled_by: uid, reason }
  await orders.updateOrder(trx, { oid, order_id, uid }, cancelled)
  const about = target('order', order_id, { pid: row.person })
  await audit(trx, { actor, ip, action: 'order.cancel', ...about })
  await ctx.events.send(trx, { oid }, 'orders', { order_id })
}

/** Every field is named: a new column stays private until it stands here. */
export function toOrder(row: orders.OrderRow, now: string): PhotoOrder {
  const { rid, done_at, cancelled_at } = row
  return {
    order_id: row.order_id,
    pid: row.person,
    name: row.name,
    gender: row.gender,
    birthday: row.birthday,
    ad_card_number: row.ad_card_number,
    modality: row.modality,
    eyes: row.eyes,
    day: row.day,
    time: row.day_time,
    device_id: row.device_id,
    station: row.station,
    accession: row.accession,
    state: row.state,
    overdue: row.state === 'open' && row.day < now,
    ordered_by: row.ordered_by ?? '',
    ordered_at: row.created_at.toISOString(),
    done: rid === null || done_at === null ? null : { rid, at: done_at.toISOString() },
    cancelled: cancelled_at && {
      by: row.canceller ?? '',
      at: cancelled_at.toISOString(),
      reason: row.reason ?? '',
    },
    version: row.version,
    changed_by: row.changed_by ?? '',
    changed_at: row.updated_at.toISOString(),
  }
}
