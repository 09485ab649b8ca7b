import { askUploadForms, getStsToken } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { mountFileDoor } from './door.ts'
import { makeUploadForm, makeUploadForms, type UploadGuards } from './service.ts'

export function fileRoutes(app: App, ctx: Context, guards: UploadGuards): void {
  mount(app, getStsToken, ({ caller, body }) => makeUploadForm(ctx, caller, body, guards))
  mount(app, askUploadForms, ({ caller, body }) => makeUploadForms(ctx, caller, body, guards))
  if (ctx.files.door !== null) mountFileDoor(app, ctx, ctx.files.door)
}
