import { patientTrends } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { openTrends } from './service.ts'

export function trendRoutes(app: App, ctx: Context): void {
  mount(app, patientTrends, ({ caller, body }) => openTrends(ctx, caller, body.pid))
}
