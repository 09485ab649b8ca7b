import { dmConditions, setDmConditions } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { changeConditions, openConditions } from './service.ts'

export function dmConditionRoutes(app: App, ctx: Context): void {
  mount(app, dmConditions, ({ caller, body }) => openConditions(ctx, caller, body.pid))
  mount(app, setDmConditions, async ({ caller, body }) => {
    await changeConditions(ctx, caller, body)
    return {}
  })
}
