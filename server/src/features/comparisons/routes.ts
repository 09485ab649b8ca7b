import { MODALITIES } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { registerPictures } from './service.ts'

export function comparisonRoutes(app: App, ctx: Context): void {
  for (const { key, calls } of MODALITIES)
    mount(app, calls.analysis.register, ({ caller, body }) =>
      registerPictures(ctx, caller, key, body),
    )
}
