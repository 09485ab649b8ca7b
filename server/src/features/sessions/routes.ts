import {
  forgetRemembered,
  login,
  loginRemembered,
  logout,
  logoutEverywhere,
  mySessions,
  refreshLogin,
  remembered,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { deviceCookie } from './device-cookie.ts'
import { sessionOf } from './enter.ts'
import { knownDevice } from './known-device.ts'
import { endAllSessions, showSessions } from './list.ts'
import { logIn, type Explain } from './login.ts'
import { findRemembered, forget, keepDevice, logInRemembered } from './remembered.ts'
import * as sessions from './sessions.ts'
import { clientOf } from './sessions.ts'

export function sessionRoutes(app: App, ctx: Context, explain: Explain): void {
  const cookie = deviceCookie(ctx.config.publicUrl)
  const known = knownDevice(ctx)

  mount(app, login, async ({ caller, body, request, reply }) => {
    const { entered, accountType, device } = await logIn(
      ctx,
      body,
      { ...clientOf(caller, request), deviceOf: (uid) => known.of(request, uid) },
      explain,
    )
    const session = sessionOf(entered)
    await keepDevice(ctx, cookie, { request, reply }, { ...body, accountType }, device)
    known.keep(request, reply, session)
    return session
  })
  mount(app, remembered, async ({ body, request }) => {
    const device = cookie.read(request, body.accountType)
    const found = device && (await findRemembered(ctx, ctx.db, body.accountType, device))
    return { account: found ? found.account : null }
  })
  mount(app, loginRemembered, async ({ caller, body, request, reply }) => {
    const device = cookie.read(request, body.accountType) ?? ''
    const session = sessionOf(
      await logInRemembered(ctx, body.accountType, device, clientOf(caller, request)),
    )
    known.keep(request, reply, session)
    return session
  })
  mount(app, forgetRemembered, async ({ body, request, reply }) => {
    const device = cookie.read(request, body.accountType)
    if (device !== null) await forget(ctx, device)
    cookie.clear(reply, body.accountType)
    return {}
  })
  mount(app, refreshLogin, ({ caller, body }) => sessions.refresh(ctx, body, caller.ip))
  mount(app, logout, async ({ caller, body }) => {
    await sessions.logout(ctx, caller, body)
    return {}
  })
  mount(app, mySessions, ({ caller }) => showSessions(ctx, caller.actor))
  mount(app, logoutEverywhere, async ({ caller }) => {
    await endAllSessions(ctx, caller)
    return {}
  })
}
