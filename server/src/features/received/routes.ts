import { fileDocument, listDocuments, listReceived, takeBackReceived } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { documentsOf, fileAsOf } from './documents.ts'
import { openReceived } from './service.ts'
import { takeBack } from './take-back.ts'

export function receivedRoutes(app: App, ctx: Context): void {
  mount(app, listReceived, ({ caller, body }) => openReceived(ctx, caller, body))
  mount(app, listDocuments, ({ caller, body }) => documentsOf(ctx, caller, body.pid))
  mount(app, fileDocument, async ({ caller, body }) => {
    await fileAsOf(ctx, caller, body)
    return {}
  })
  mount(app, takeBackReceived, async ({ caller, body }) => {
    await takeBack(ctx, caller, body.rid)
    return {}
  })
}
