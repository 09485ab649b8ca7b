import { exportTrends, patientTrends, today } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, mountFile, type App } from '../../http/mount.ts'
import { toCsv } from './csv.ts'
import { openTrends } from './service.ts'

export function trendRoutes(app: App, ctx: Context): void {
  mount(app, patientTrends, ({ caller, body }) => openTrends(ctx, caller, body.pid))
  mountFile(app, exportTrends, async ({ caller, body, reply }) => {
    const trends = await openTrends(ctx, caller, body.pid, 'patient.export-trends')
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="trends-${today(ctx.now())}.csv"`)
      .header('cache-control', 'no-store')
      .send(toCsv(trends, caller.language))
  })
}
