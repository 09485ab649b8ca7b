import { listDrift, noteDrift, openDrift, setDrift } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import * as service from './service.ts'

export function driftRoutes(app: App, ctx: Context): void {
  mount(app, listDrift, ({ caller }) => service.list(ctx, caller))
  mount(app, setDrift, async ({ caller, body }) => {
    await service.set(ctx, caller, body.on)
    return {}
  })
  mount(app, openDrift, ({ caller, body }) => service.open(ctx, caller, body.drift_id))
  mount(app, noteDrift, async ({ caller, body }) => {
    await service.note(ctx, caller, body)
    return {}
  })
}
