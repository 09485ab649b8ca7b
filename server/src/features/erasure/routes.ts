import { askErasure, confirmErasure, listErasable, withdrawErasure } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import * as erasure from './service.ts'

export function erasureRoutes(app: App, ctx: Context): void {
  mount(app, listErasable, ({ caller, body }) => erasure.listErasablePatients(ctx, caller, body))
  mount(app, askErasure, async ({ caller, body }) => {
    await erasure.askForErasure(ctx, caller, body.pid)
    return {}
  })
  mount(app, withdrawErasure, async ({ caller, body }) => {
    await erasure.withdrawRequest(ctx, caller, body.pid)
    return {}
  })
  mount(app, confirmErasure, ({ caller, body }) => erasure.eraseForGood(ctx, caller, body.pid))
}
