import { exportDashboard, openDashboard } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, mountFile, type App } from '../../http/mount.ts'
import { toCsv } from './csv.ts'
import { readDashboard } from './service.ts'

export function dashboardRoutes(app: App, ctx: Context): void {
  mount(app, openDashboard, ({ caller, body }) => readDashboard(ctx, caller, body))
  mountFile(app, exportDashboard, async ({ caller, body, reply }) => {
    const { part, start_date, end_date } = body
    const dashboard = await readDashboard(ctx, caller, body, 'dashboard.export')
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${part}-${start_date}-${end_date}.csv"`)
      .header('cache-control', 'no-store')
      .send(toCsv(dashboard, part, { start_date, end_date, language: caller.language }))
  })
}
