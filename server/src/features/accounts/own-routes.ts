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
  mount(app, myInfo, ({ actor, body }) => own.showOwn(ctx, actor, body.uid))
  mount(app, setMyInfo, async ({ actor, body, ip }) => {
    await own.changeOwn(ctx, { actor, ip }, body)
    return {}
  })
  mount(app, sendChangeEmail, async ({ actor, ip, body, language }) => {
    await own.askOwnEmail(ctx, { actor, ip }, { ...body, language })
    return {}
  })
  mount(app, setMyEmail, async ({ actor, body, ip }) => {
    await own.changeOwnEmail(ctx, { actor, ip }, body)
    return {}
  })
  mount(app, mySessions, ({ actor }) => own.showSessions(ctx, actor))
  mount(app, logoutEverywhere, async ({ actor, ip }) => {
    await own.leaveEverywhere(ctx, { actor, ip })
    return {}
  })
}
