import {
  getOrder,
  listOrders,
  listStations,
  type DataOf,
  type InputOf,
  type PhotoOrder,
} from '@mingmou/contract'
import { useEffect } from 'react'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { onConnect, onEvent } from '../../lib/live/socket.ts'
import { listOf } from '../../ui/lists/list-page.tsx'

export type OrdersPage = DataOf<typeof listOrders> & { rows: PhotoOrder[] }

export const FILTERS = ['day', 'modality', 'device_id', 'state'] as const

/** What the address asks for. What it asks for that is not there is left out. */
function filterOf(words: Partial<Record<string, string>>): InputOf<typeof listOrders> {
  const given = FILTERS.flatMap((name) => {
    const filter = { [name]: words[name] }
    const isThere = words[name] !== undefined && listOrders.body.safeParse(filter).success
    return isThere ? [filter] : []
  })
  return Object.assign({}, ...given) as InputOf<typeof listOrders>
}

export const orderList = listOf(
  listOrders,
  ({ words, page }) => ({ ...filterOf(words), ...page }),
  (answer): OrdersPage => answer,
)

export const orderQuery = (order_id: string) => callQuery(getOrder, { order_id })
export const stationsQuery = () => callQuery(listStations, {})

export const ordersChanged = () => changed(listOrders, getOrder)

/** Asks again whenever an order has changed, and after the connection was lost. */
export function useOrderEvents() {
  useEffect(() => {
    const refresh = () => void ordersChanged()
    const stop = [onEvent('orders', refresh), onConnect((first) => first || refresh())]
    return () => stop.forEach((end) => end())
  }, [])
}
