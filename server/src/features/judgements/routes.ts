import { MODALITIES } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { correctValue } from './correct.ts'
import { drawLayer } from './draw.ts'

export function judgementRoutes(app: App, ctx: Context): void {
  for (const {
    key,
    calls: { analysis: calls },
  } of MODALITIES) {
    mount(app, calls.correct, async ({ caller, body }) => {
      await correctValue(ctx, caller, key, body)
      return {}
    })
    mount(app, calls.draw, async ({ caller, body }) => {
      await drawLayer(ctx, caller, key, body)
      return {}
    })
  }
}
