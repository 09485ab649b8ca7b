import {
  beginSsoLink,
  beginSsoLogin,
  finishSsoLink,
  finishSsoLogin,
  linkSsoLogin,
  mySso,
  removeSsoLink,
  setSsoProvider,
  SSO_CALLBACK,
  ssoProvider,
  testSsoProvider,
} from '@mingmou/contract'
import type { FastifyReply } from 'fastify'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { knownDevice } from '../sessions/known-device.ts'
import { sessionOf } from '../sessions/enter.ts'
import { clientOf } from '../sessions/sessions.ts'
import type { Leaving } from './at-provider.ts'
import { visitCookie } from './cookie.ts'
import { beginLink, finishLink, removeLink, showLink } from './links.ts'
import { setProvider, showProvider, testProvider } from './settings.ts'
import { beginLinkingSignIn, beginSignIn, finishSignIn } from './sign-in.ts'

export function ssoRoutes(app: App, ctx: Context): void {
  const cookie = visitCookie(ctx.config.publicUrl)
  const keeping = (reply: FastifyReply, { url, ticket }: Leaving) => {
    cookie.set(reply, ticket)
    return { url }
  }

  mount(app, beginSsoLogin, async ({ caller, body, reply }) =>
    keeping(reply, await beginSignIn(ctx, body.sign_in_code, caller.ip)),
  )
  mount(app, linkSsoLogin, async ({ caller, body, reply }) =>
    keeping(reply, await beginLinkingSignIn(ctx, body.ticket, caller.ip)),
  )
  mount(app, finishSsoLogin, async ({ caller, body, request, reply }) => {
    const ticket = cookie.take(request, reply)
    const session = sessionOf(await finishSignIn(ctx, ticket, body, clientOf(caller, request)))
    knownDevice(ctx).keep(request, reply, session)
    return session
  })
  mount(app, mySso, ({ caller }) => showLink(ctx, caller.actor))
  mount(app, beginSsoLink, async ({ caller, body, reply }) =>
    keeping(reply, await beginLink(ctx, caller, body)),
  )
  mount(app, finishSsoLink, async ({ caller, body, request, reply }) => {
    await finishLink(ctx, caller, cookie.take(request, reply), body)
    return {}
  })
  mount(app, removeSsoLink, async ({ caller, body }) => {
    await removeLink(ctx, caller, body)
    return {}
  })
  mount(app, ssoProvider, ({ caller }) => showProvider(ctx, caller.actor))
  mount(app, setSsoProvider, async ({ caller, body }) => {
    await setProvider(ctx, caller, body)
    return {}
  })
  mount(app, testSsoProvider, ({ caller, body }) => testProvider(ctx, caller, body))
  // The provider sends browsers here. The page takes the answer to the calls above by itself.
  app.get(SSO_CALLBACK, (request, reply) => {
    const [, query = ''] = request.url.split('?')
    void reply.header('cache-control', 'no-store').redirect(`./#/sso?${query}`, 303)
  })
}
