import { listWorklist, readResult } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { noteRead, openWorklist } from './service.ts'

export function worklistRoutes(app: App, ctx: Context): void {
  mount(app, listWorklist, ({ caller, body }) => openWorklist(ctx, caller, body))
  mount(app, readResult, async ({ caller, body }) => {
    await noteRead(ctx, caller, body)
    return {}
  })
}
