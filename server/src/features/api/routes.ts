import type { Context } from '../../context.ts'
import { keptText } from '../../http/kept-text.ts'
import type { App } from '../../http/mount.ts'
import { notFound } from '../../http/refusal.ts'
import { describeApi } from './openapi.ts'
import { API, serve, type Operation } from './operation.ts'
import * as orders from './orders.ts'
import * as people from './people.ts'
import * as reports from './reports.ts'
import * as results from './results.ts'

/** All that local systems may call. */
export const OPERATIONS: readonly Operation[] = [
  people.putPeople,
  people.searchPeople,
  orders.makeOrder,
  orders.listOrders,
  orders.readOrder,
  orders.changeOrder,
  orders.cancelOne,
  results.searchResults,
  results.readResult,
  reports.readReportJson,
  reports.readReportPdf,
]

export function apiRoutes(app: App, ctx: Context): void {
  serve(app, ctx, people.putPeople, (asked) => people.writePeople(ctx, asked))
  serve(app, ctx, people.searchPeople, (asked) => people.readPeople(ctx, asked))
  serve(app, ctx, orders.makeOrder, (asked) => orders.make(ctx, asked))
  serve(app, ctx, orders.listOrders, (asked) => orders.list(ctx, asked))
  serve(app, ctx, orders.readOrder, ({ caller, params }) =>
    orders.openNumbered(ctx, caller, params.accession),
  )
  serve(app, ctx, orders.changeOrder, (asked) => orders.change(ctx, asked))
  serve(app, ctx, orders.cancelOne, (asked) => orders.cancel(ctx, asked))
  serve(app, ctx, results.searchResults, (asked) => results.search(ctx, asked))
  serve(app, ctx, results.readResult, async (asked) => {
    const found = await results.open(ctx, asked)
    if (!found) throw notFound()
    return found
  })
  serve(app, ctx, reports.readReportJson, (asked) => reports.open(ctx, asked))
  serve(app, ctx, reports.readReportPdf, (asked) => reports.openPdf(ctx, asked))
  const { publicUrl } = ctx.config
  const send = keptText(() => Promise.resolve(JSON.stringify(describeApi(OPERATIONS, publicUrl))))
  app.get(`${API}/openapi.json`, { config: { rateLimit: { max: 60, timeWindow: 60_000 } } }, send)
}
