import { countNotices, listNotices, readNotices } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import * as notices from './service.ts'

export function noticeRoutes(app: App, ctx: Context): void {
  mount(app, countNotices, ({ caller }) => notices.countUnread(ctx, caller.actor))
  mount(app, listNotices, ({ caller, body }) => notices.list(ctx, caller, body.size))
  mount(app, readNotices, async ({ caller, body }) => {
    await notices.read(ctx, caller.actor, body.image_id)
    return {}
  })
}
