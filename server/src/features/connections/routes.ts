import { listConnections } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { openConnections } from './service.ts'

export function connectionRoutes(app: App, ctx: Context): void {
  mount(app, listConnections, ({ caller }) => openConnections(ctx, caller))
}
