import {
  forgetRemembered,
  login,
  loginRemembered,
  logout,
  refreshLogin,
  remembered,
  updatePassword,
} from '@mingmou/contract'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { changePassword } from './change-password.ts'
import { deviceCookie } from './device-cookie.ts'
import { logIn } from './login.ts'
import { findRemembered, forget, logInRemembered } from './remembered.ts'
import * as sessions from './sessions.ts'

export function accountRoutes(app: App, ctx: Context): void {
  const cookie = deviceCookie(ctx.config.publicUrl)

  mount(app, login, async ({ body, request, reply }) => {
    const { session, device } = await logIn(ctx, body, clientOf(request))
    const old = cookie.read(request, body.accountType)
    // A login with the box left empty takes back what an earlier one kept.
    if (body.remember !== undefined && old !== null) await forget(ctx, old)
    if (device !== null) cookie.set(reply, body.accountType, device)
    else if (body.remember === false) cookie.clear(reply, body.accountType)
    return session
  })
  mount(app, remembered, async ({ body, request }) => {
    const device = cookie.read(request, body.accountType)
    const found = device && (await findRemembered(ctx, ctx.db, body.accountType, device))
    return { account: found ? found.account : null }
  })
  mount(app, loginRemembered, ({ body, request }) => {
    const device = cookie.read(request, body.accountType) ?? ''
    return logInRemembered(ctx, body.accountType, device, clientOf(request))
  })
  mount(app, forgetRemembered, async ({ body, request, reply }) => {
    const device = cookie.read(request, body.accountType)
    if (device !== null) await forget(ctx, device)
    cookie.clear(reply, body.accountType)
    return {}
  })
  mount(app, refreshLogin, ({ body, ip }) => sessions.refresh(ctx, body, ip))
  mount(app, logout, async ({ actor, body, ip }) => {
    await sessions.logout(ctx, actor, body, ip)
    return {}
  })
  mount(app, updatePassword, async ({ actor, body, ip }) => {
    await changePassword(ctx, actor, body, ip)
    return {}
  })
}

function clientOf(request: FastifyRequest): sessions.Client {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' }
}
