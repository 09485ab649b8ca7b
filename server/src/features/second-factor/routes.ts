import {
  addPasskey,
  beginPasskey,
  beginTotp,
  confirmTotp,
  loginBeginTotp,
  loginConfirmTotp,
  loginFactor,
  loginPasskey,
  loginPasskeyBegin,
  myFactor,
  myPasskeys,
  removePasskey,
  renamePasskey,
  removeTotp,
  renewRecoveryCodes,
  type Session,
} from '@mingmou/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { deviceCookie } from '../sessions/device-cookie.ts'
import { sessionOf } from '../sessions/enter.ts'
import { knownDevice } from '../sessions/known-device.ts'
import { keepDevice } from '../sessions/remembered.ts'
import { clientOf } from '../sessions/sessions.ts'
import { beginPasskeySignIn, signInByPasskey } from './passkey-sign-in.ts'
import { beginAdding, keepPasskey, nameAgain, showPasskeys, takeBack } from './passkeys.ts'
import { begin, confirm, remove, renew, showFactor } from './service.ts'
import { beginEnrolment, confirmEnrolment, verifySignIn, type SignedIn } from './sign-in.ts'

export function secondFactorRoutes(app: App, ctx: Context): void {
  const cookie = deviceCookie(ctx.config.publicUrl)
  const known = knownDevice(ctx)
  const knowing = <Made extends Session>(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    session: Made,
  ): Made => {
    known.keep(request, reply, session)
    return session
  }
  const keeping = async <Data>(
    http: { request: FastifyRequest; reply: FastifyReply },
    { data, typed, device }: SignedIn<Data>,
  ): Promise<Data> => {
    if (typed !== null) await keepDevice(ctx, cookie, http, typed, device)
    return data
  }

  mount(app, loginFactor, async ({ caller, body, ...http }) =>
    knowing(
      http,
      sessionOf(await keeping(http, await verifySignIn(ctx, body, clientOf(caller, http.request)))),
    ),
  )
  mount(app, loginBeginTotp, ({ body }) => beginEnrolment(ctx, body.ticket))
  mount(app, loginConfirmTotp, async ({ caller, body, ...http }) =>
    knowing(
      http,
      await keeping(http, await confirmEnrolment(ctx, body, clientOf(caller, http.request))),
    ),
  )
  mount(app, myFactor, ({ caller }) => showFactor(ctx, caller.actor))
  mount(app, beginTotp, ({ caller, body }) => begin(ctx, caller, body))
  mount(app, confirmTotp, ({ caller, body }) => confirm(ctx, caller, body))
  mount(app, renewRecoveryCodes, ({ caller, body }) => renew(ctx, caller, body))
  mount(app, loginPasskeyBegin, () => beginPasskeySignIn(ctx))
  mount(app, loginPasskey, async ({ caller, body, ...http }) =>
    knowing(http, await signInByPasskey(ctx, body, clientOf(caller, http.request))),
  )
  mount(app, myPasskeys, ({ caller }) => showPasskeys(ctx, caller.actor))
  mount(app, beginPasskey, ({ caller, body }) => beginAdding(ctx, caller, body))
  mount(app, addPasskey, ({ caller, body }) => keepPasskey(ctx, caller, body))
  mount(app, renamePasskey, async ({ caller, body }) => {
    await nameAgain(ctx, caller, body)
    return {}
  })
  mount(app, removePasskey, async ({ caller, body }) => {
    await takeBack(ctx, caller, body)
    return {}
  })
  mount(app, removeTotp, async ({ caller, body }) => {
    await remove(ctx, caller, body)
    return {}
  })
}
