import type { BodyOf, Eye, listOrders, Modality, OrderedEyes, OrderState } from '@mingmou/contract'
import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { countOf } from '../../platform/database/count.ts'
import { pageOf, type Page } from '../../platform/database/page.ts'
import { ofPerson, standsFor } from '../../platform/database/person.ts'
import type { Tables } from '../../platform/database/tables.ts'

type Row = Selectable<Tables['orders']>

export interface OrderRow extends Row {
  /** The record that stands for the patient. */
  person: string
  name: string
  gender: 1 | 2
  birthday: string
  ad_card_number: string
  station: string | null
  /** What the station calls itself. */
  ae_title: string | null
  ordered_by: string | null
  changed_by: string | null
  canceller: string | null
  state: OrderState
}

const IS_OPEN = sql<boolean>`orders.rid IS NULL AND orders.cancelled_at IS NULL`
const STATE = sql<OrderState>`CASE WHEN orders.cancelled_at IS NOT NULL THEN 'cancelled'
  WHEN orders.rid IS NOT NULL THEN 'done' ELSE 'open' END`
const nameOf = (column: string) => sql<string | null>`actor_name(${sql.ref(column)})`

/** Orders of patients who are not deleted, each with the record that stands for its patient. */
export const living = (trx: Trx, oid: string) =>
  trx
    .selectFrom('orders')
    .innerJoin('patients as own', 'own.pid', 'orders.pid')
    .innerJoin('patients as shown', 'shown.pid', 'own.person')
    .leftJoin('devices', 'devices.device_id', 'orders.device_id')
    .where('orders.oid', '=', oid)
    .where('shown.deleted_at', 'is', null)

const shown = (trx: Trx, oid: string) =>
  living(trx, oid)
    .selectAll('orders')
    .select([
      'shown.pid as person',
      'shown.name',
      'shown.gender',
      'shown.birthday',
      'shown.ad_card_number',
      'devices.name as station',
      'devices.ae_title',
      STATE.as('state'),
      nameOf('orders.created_by').as('ordered_by'),
      nameOf('orders.updated_by').as('changed_by'),
      nameOf('orders.cancelled_by').as('canceller'),
    ])

/** Orders of a day; those of today after the open ones of earlier days. */
const ofDay = (day: string, today: string) =>
  day === today
    ? sql<boolean>`(orders.day = ${day} OR (orders.day < ${day} AND ${IS_OPEN}))`
    : sql<boolean>`orders.day = ${day}`

type Wanted = Pick<BodyOf<typeof listOrders>, 'modality' | 'device_id' | 'state'>

export async function findOrders(
  trx: Trx,
  oid: string,
  { day, today, modality, device_id, state }: { day: string; today: string } & Wanted,
  page: { page: number; size: number },
): Promise<Page<OrderRow>> {
  let found = shown(trx, oid).where(ofDay(day, today))
  if (modality !== undefined) found = found.where('orders.modality', '=', modality)
  if (device_id !== undefined) found = found.where('orders.device_id', '=', device_id)
  if (state !== undefined) found = found.where(STATE, '=', state)
  const order = sql`array_position(ARRAY['open', 'done', 'cancelled'], state), day, day_time NULLS LAST,
    created_at, order_id`
  return pageOf(trx, found, order, page)
}

/** Open orders of the day, and those of days before today. */
export async function countOpen(
  trx: Trx,
  oid: string,
  { day, today }: { day: string; today: string },
): Promise<{ open: number; overdue: number }> {
  return living(trx, oid)
    .where(IS_OPEN)
    .where(ofDay(day, today))
    .select([
      sql<number>`count(*) FILTER (WHERE orders.day = ${day})::int`.as('open'),
      sql<number>`count(*) FILTER (WHERE orders.day < ${today} AND orders.day <> ${day})::int`.as(
        'overdue',
      ),
    ])
    .executeTakeFirstOrThrow()
}

export async function findOrder(
  trx: Trx,
  oid: string,
  order_id: string,
): Promise<OrderRow | undefined> {
  return shown(trx, oid).where('orders.order_id', '=', order_id).executeTakeFirst()
}

/** The order of this accession number, or of this number of the system that ordered it. */
export const findNumbered = (
  trx: Trx,
  oid: string,
  by: { accession: string } | { placer: string },
): Promise<OrderRow | undefined> =>
  ('accession' in by
    ? shown(trx, oid).where('orders.accession', '=', by.accession)
    : shown(trx, oid).where('orders.placer', '=', by.placer)
  ).executeTakeFirst()

/** Orders that a sitting closed. */
export const findClosed = (trx: Trx, oid: string, rid: string): Promise<OrderRow[]> =>
  shown(trx, oid).where('orders.rid', '=', rid).execute()

export interface AfterOrders {
  after: string | null
  day?: string | undefined
  states?: readonly OrderState[] | undefined
  order_id?: string | undefined
  pid?: string | undefined
  /** Conditions on `orders`, of whoever asks. */
  where?: readonly RawBuilder<boolean>[]
}

function conditionsOf({
  after,
  day,
  states,
  order_id,
  pid,
  where = [],
}: AfterOrders): RawBuilder<boolean>[] {
  const conditions = [...where]
  if (after !== null) conditions.push(sql`orders.order_id > ${after}`)
  if (day !== undefined) conditions.push(sql`orders.day = ${day}`)
  if (states !== undefined) conditions.push(sql`${STATE} = ANY(${[...states]}::text[])`)
  if (order_id !== undefined) conditions.push(sql`orders.order_id = ${order_id}`)
  if (pid !== undefined) conditions.push(ofPerson('orders.pid', pid))
  return conditions
}

/** Orders made after one of them, the oldest first. */
export const findAfter = (
  trx: Trx,
  oid: string,
  wanted: AfterOrders,
  most: number,
): Promise<OrderRow[]> =>
  conditionsOf(wanted)
    .reduce((found, condition) => found.where(condition), shown(trx, oid))
    .orderBy('orders.order_id')
    .limit(most)
    .execute()

/** How many there are of these. */
export const countAfter = (trx: Trx, oid: string, wanted: AfterOrders): Promise<number> =>
  countOf(
    conditionsOf(wanted).reduce((found, condition) => found.where(condition), living(trx, oid)),
  )

/** The order, locked against any change until the transaction ends. */
export async function holdOrder(
  trx: Trx,
  oid: string,
  order_id: string,
): Promise<OrderRow | undefined> {
  return shown(trx, oid)
    .where('orders.order_id', '=', order_id)
    .forUpdate('orders')
    .executeTakeFirst()
}

/** Of two that order for one patient the second waits, and sees the order of the first. */
export async function holdOrders(trx: Trx, pid: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${'orders of '} || ${standsFor(pid)}::text, 0))`.execute(
    trx,
  )
}

/** The open orders of a patient, without the one that is changed. */
export async function findOpenOf(
  trx: Trx,
  oid: string,
  pid: string,
  except?: string,
): Promise<Pick<Row, 'modality' | 'eyes' | 'day'>[]> {
  const open = trx
    .selectFrom('orders')
    .select(['modality', 'eyes', 'day'])
    .where('oid', '=', oid)
    .where(ofPerson('orders.pid', pid))
    .where(IS_OPEN)
  return (except === undefined ? open : open.where('order_id', '<>', except)).execute()
}

/** A device that is not deleted. */
export async function hasStation(trx: Trx, oid: string, device_id: string): Promise<boolean> {
  return (await findStations(trx, oid)).some((station) => station.device_id === device_id)
}

export async function findStations(
  trx: Trx,
  oid: string,
): Promise<{ device_id: string; name: string }[]> {
  return trx
    .selectFrom('devices')
    .select(['device_id', 'name'])
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('device_id')
    .execute()
}

/** The number of the next order. It is never given again. */
export async function takeNumber(trx: Trx, oid: string): Promise<number> {
  const { orders_made } = await trx
    .updateTable('institutions')
    .set({ orders_made: sql<number>`orders_made + 1` })
    .where('oid', '=', oid)
    .returning('orders_made')
    .executeTakeFirstOrThrow()
  return orders_made
}

export async function insertOrder(trx: Trx, order: Insertable<Tables['orders']>): Promise<void> {
  await trx.insertInto('orders').values(order).execute()
}

type Changed =
  | Pick<Row, 'modality' | 'eyes' | 'day' | 'day_time' | 'device_id'>
  | { cancelled_at: Date; cancelled_by: string; reason: string }

export async function updateOrder(
  trx: Trx,
  { oid, order_id, uid }: { oid: string; order_id: string; uid: string },
  changed: Changed,
): Promise<void> {
  await trx
    .updateTable('orders')
    .set((row) => ({
      ...changed,
      version: sql<number>`${row.ref('version')} + 1`,
      updated_by: uid,
      updated_at: sql<Date>`now()`,
    }))
    .where('oid', '=', oid)
    .where('order_id', '=', order_id)
    .execute()
}

/** A sitting that was filed. */
export interface Filed {
  rid: string
  pid: string
  modality: Modality
  record_date: string
}

export const withNumber = (accessions: readonly string[]) =>
  sql<boolean>`orders.accession = ANY(${[...accessions]}::text[])`

/** Orders for the day of the sitting and for an eye of it; for any eye where a photograph of it says none. */
export function forDay({ record_date }: Filed, eyes: readonly (Eye | null)[]): RawBuilder<boolean> {
  const known = eyes.length > 0 && !eyes.includes(null)
  const taken: OrderedEyes[] = [
    'both',
    ...(!known || eyes.includes('OD') ? (['right'] as const) : []),
    ...(!known || eyes.includes('OS') ? (['left'] as const) : []),
  ]
  return sql<boolean>`orders.day = ${record_date} AND orders.eyes = ANY(${taken}::text[])`
}

/**
 * Closes the open orders that a sitting fulfils: of its patient and kind, and as `which` says. Of two sittings that
 * fulfil one order at once the first closes it.
 */
export async function closeOrders(
  trx: Trx,
  oid: string,
  { rid, pid, modality }: Filed,
  which: RawBuilder<boolean>,
  done_at: Date,
): Promise<Pick<Row, 'order_id' | 'pid'>[]> {
  const { rows } = await sql<Pick<Row, 'order_id' | 'pid'>>`
    WITH held AS (
      SELECT order_id FROM orders
      WHERE oid = ${oid} AND ${IS_OPEN} AND modality = ${modality} AND ${ofPerson('orders.pid', pid)}
        AND ${which}
      ORDER BY order_id FOR UPDATE)
    UPDATE orders SET rid = ${rid}, done_at = ${done_at}, updated_at = now()
    FROM held WHERE orders.order_id = held.order_id
    RETURNING orders.order_id, orders.pid`.execute(trx)
  return rows
}

/** Open orders as a device asks for them. Those that name no station are for any. */
export async function findScheduled(
  trx: Trx,
  oid: string,
  wanted: {
    from?: string | undefined
    to?: string | undefined
    station?: string | undefined
    modalities?: readonly Modality[] | undefined
    number?: string | undefined
    accession?: string | undefined
  },
  most: number,
): Promise<OrderRow[]> {
  const { from, to, station, modalities, number, accession } = wanted
  let found = shown(trx, oid).where(IS_OPEN)
  if (from !== undefined) found = found.where('orders.day', '>=', from)
  if (to !== undefined) found = found.where('orders.day', '<=', to)
  if (modalities) found = found.where('orders.modality', 'in', [...modalities])
  if (accession !== undefined) found = found.where('orders.accession', '=', accession)
  if (number !== undefined) found = found.where('shown.ad_card_number', '=', number)
  if (station !== undefined)
    found = found.where((row) =>
      row.or([row('orders.device_id', 'is', null), row('devices.ae_title', '=', station)]),
    )
  return found
    .orderBy('orders.day')
    .orderBy(sql`orders.day_time NULLS LAST`)
    .orderBy('orders.created_at')
    .orderBy('orders.order_id')
    .limit(most)
    .execute()
}
