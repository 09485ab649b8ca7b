import { addClient, listClients, revokeClient, rotateClient, setClient } from '@mingmou/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { problemOf } from '../../http/problem.ts'
import { clientRoute } from './client-route.ts'
import { grant, GrantRefused, TOKEN_PATH } from './grant.ts'
import * as clients from './service.ts'

export function clientRoutes(app: App, ctx: Context): void {
  mount(app, listClients, ({ caller, body }) => clients.openClients(ctx, caller, body))
  mount(app, addClient, ({ caller, body }) => clients.createClient(ctx, caller, body))
  mount(app, setClient, async ({ caller, body }) => {
    await clients.changeClient(ctx, caller, body)
    return {}
  })
  mount(app, rotateClient, ({ caller, body }) => clients.renewSecret(ctx, caller, body))
  mount(app, revokeClient, async ({ caller, body }) => {
    await clients.revoke(ctx, caller, body.client_id)
    return {}
  })
  tokenRoute(app, ctx)
  const self = { method: 'GET', url: '/api/v1/client', scope: null } as const
  clientRoute(app, ctx, self, ({ caller }) => clients.describeSelf(ctx, caller))
}

const FORM = 'application/x-www-form-urlencoded'
const FORM_BYTES = 16_384

/** Forms are read here alone. */
function tokenRoute(app: App, ctx: Context): void {
  void app.register((inner, _, done) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser(
      FORM,
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_, body, taken) => taken(null, new URLSearchParams(body.toString())),
    )
    inner.post(
      TOKEN_PATH,
      { errorHandler: answerGrantError, config: { forClients: true } },
      async (request, reply) => {
        const { body, headers, ip } = request
        const form = body instanceof URLSearchParams ? body : new URLSearchParams()
        const granted = await grant(ctx, form, { authorization: headers.authorization, ip })
        return reply.headers(NOT_KEPT).send(granted)
      },
    )
    done()
  })
}

const NOT_KEPT = { 'cache-control': 'no-store', pragma: 'no-cache' } as const

/** RFC 6749, section 5.2. */
function answerGrantError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(NOT_KEPT)
  if (error instanceof GrantRefused) {
    const { status, headers, message } = error
    void reply
      .code(status)
      .headers(headers)
      .send({ error: error.error, error_description: message })
    return
  }
  const { status } = problemOf(error, request)
  const name =
    status === 429 ? 'temporarily_unavailable' : status >= 500 ? 'server_error' : 'invalid_request'
  void reply.code(status).send({ error: name })
}
