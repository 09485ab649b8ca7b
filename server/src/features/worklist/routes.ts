import { listWorklist, readResult, settleResult } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { noteRead, openWorklist, settle } from './service.ts'

export function worklistRoutes(app: App, ctx: Context): void {
  mount(app, listWorklist, ({ caller, body }) => openWorklist(ctx, caller, body))
  mount(app, readResult, async ({ caller, body }) => {
    await noteRead(ctx, caller, body)
    return {}
  })
  mount(app, settleResult, async ({ caller, body }) => {
    await settle(ctx, caller, body)
    return {}
  })
}
