import {
  addOrder,
  cancelOrder,
  getOrder,
  listOrders,
  listStations,
  setOrder,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import * as orders from './service.ts'

export function orderRoutes(app: App, ctx: Context): void {
  mount(app, listOrders, ({ caller, body }) => orders.openOrders(ctx, caller, body))
  mount(app, getOrder, ({ caller, body }) => orders.openOrder(ctx, caller, body))
  mount(app, listStations, ({ caller }) => orders.openStations(ctx, caller))
  mount(app, addOrder, ({ caller, body }) => orders.add(ctx, caller, body))
  mount(app, setOrder, async ({ caller, body }) => {
    await orders.change(ctx, caller, body)
    return {}
  })
  mount(app, cancelOrder, async ({ caller, body }) => {
    await orders.cancel(ctx, caller, body)
    return {}
  })
}
