import {
  logoutEverywhere,
  myInfo,
  mySessions,
  sendChangeEmail,
  setMyEmail,
  setMyInfo,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import * as own from './own-account.ts'

export function ownAccountRoutes(app: App, ctx: Context): void {
  mount(app, myInfo, ({ caller, body }) => own.showOwn(ctx, caller.actor, body.uid))
  mount(app, setMyInfo, async ({ caller, body }) => {
    await own.changeOwn(ctx, caller, body)
    return {}
  })
  mount(app, sendChangeEmail, async ({ caller, body }) => {
    await own.askOwnEmail(ctx, caller, body)
    return {}
  })
  mount(app, setMyEmail, async ({ caller, body }) => {
    await own.changeOwnEmail(ctx, caller, body)
    return {}
  })
  mount(app, mySessions, ({ caller }) => own.showSessions(ctx, caller.actor))
  mount(app, logoutEverywhere, async ({ caller }) => {
    await own.leaveEverywhere(ctx, caller)
    return {}
  })
}
