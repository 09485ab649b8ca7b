import { myInfo, sendChangeEmail, setMyEmail, setMyInfo } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { changeMyEmail, changeMyInfo, sendEmailCode, showMyInfo } from './service.ts'

export function myAccountRoutes(app: App, ctx: Context): void {
  mount(app, myInfo, ({ caller, body }) => showMyInfo(ctx, caller.actor, body.uid))
  mount(app, setMyInfo, async ({ caller, body }) => {
    await changeMyInfo(ctx, caller, body)
    return {}
  })
  mount(app, sendChangeEmail, async ({ caller, body }) => {
    await sendEmailCode(ctx, caller, body)
    return {}
  })
  mount(app, setMyEmail, async ({ caller, body }) => {
    await changeMyEmail(ctx, caller, body)
    return {}
  })
}
