import { getStsToken } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { mountFileDoor } from './door.ts'
import { makeUploadForm } from './service.ts'

export function fileRoutes(app: App, ctx: Context): void {
  mount(app, getStsToken, ({ caller, body }) => makeUploadForm(ctx, caller, body))
  if (ctx.files.door !== null) mountFileDoor(app, ctx, ctx.files.door)
}
