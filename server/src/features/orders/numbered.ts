import type { Trx } from '../../platform/database/database.ts'
import * as orders from './queries.ts'

/** Orders as other systems name them. */
export type NumberedOrder = orders.OrderRow

export const findNumbered = (
  trx: Trx,
  oid: string,
  by: { accession: string } | { placer: string },
): Promise<NumberedOrder | undefined> => orders.findNumbered(trx, oid, by)

export const listAfter = (
  trx: Trx,
  oid: string,
  wanted: orders.AfterOrders,
  most: number,
): Promise<NumberedOrder[]> => orders.findAfter(trx, oid, wanted, most)

export const countOrders = (trx: Trx, oid: string, wanted: orders.AfterOrders): Promise<number> =>
  orders.countAfter(trx, oid, wanted)

/** The order that a sitting closed; undefined where it closed none, or more than one. */
export async function findClosed(
  trx: Trx,
  oid: string,
  rid: string,
): Promise<NumberedOrder | undefined> {
  const [order, other] = await orders.findClosed(trx, oid, rid)
  return other ? undefined : order
}
