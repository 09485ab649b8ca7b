import { listReceived, takeBackReceived } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { openReceived } from './service.ts'
import { takeBack } from './take-back.ts'

export function receivedRoutes(app: App, ctx: Context): void {
  mount(app, listReceived, ({ caller, body }) => openReceived(ctx, caller, body))
  mount(app, takeBackReceived, async ({ caller, body }) => {
    await takeBack(ctx, caller, body.rid)
    return {}
  })
}
