import type { Scope } from '@mingmou/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import type { App } from '../../http/mount.ts'
import { notFound } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { requireScope, type ClientCaller } from '../clients/client-of.ts'
import { clientRoute } from '../clients/client-route.ts'
import { note, refuseOtherForms, send } from './answer.ts'
import { bulkRoutes } from './bulk.ts'
import { capability } from './capability.ts'
import { binaryRoute, documentRoute, downloadRoute } from './documents.ts'
import { everythingRoute } from './everything.ts'
import { included, includedIn } from './include.ts'
import { answerOutcome } from './outcome.ts'
import {
  addressOf,
  countOf,
  first,
  isCounted,
  queryOf,
  readAsked,
  wrong,
  type Asked,
} from './parameters.ts'
import { findPractitioners, toOrganization, toPractitioner } from './people.ts'
import { baseOf, type Resource } from './resource.ts'
import { inTurn } from './turns.ts'
import { cursorFrom, isCursor, type Searchable } from './search.ts'
import { TYPES } from './types.ts'

const FORM = 'application/x-www-form-urlencoded'
const FORM_BYTES = 16_384

/** FHIR R4, read only: the institution of the client, through its wall. */
export function fhirRoutes(app: App, ctx: Context): void {
  const begun = ctx.now()
  downloadRoute(app, ctx)
  void app.register((inner, _, done) => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser(
      FORM,
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_, body, taken) => taken(null, new URLSearchParams(body.toString())),
    )
    inner.get('/fhir/metadata', { errorHandler: answerOutcome }, (request, reply) => {
      refuseOtherForms(request)
      return send(request, reply, capability(ctx.config.publicUrl, begun))
    })
    for (const type of TYPES) serveType(inner, ctx, type)
    const read = (type: string, scope: Scope | null, find: Find) =>
      serveOne(inner, ctx, { type, scope }, find)
    read('Organization', null, organization)
    read('Practitioner', 'results:read', practitioner)
    binaryRoute(inner, ctx)
    documentRoute(inner, ctx)
    everythingRoute(inner, ctx)
    bulkRoutes(inner, ctx)
    done()
  })
}

type Find = (ctx: Context, caller: ClientCaller, id: string) => Promise<Resource | undefined>

function serveOne(
  app: App,
  ctx: Context,
  { type, scope }: { type: string; scope: Scope | null },
  find: Find,
): void {
  const route = {
    method: 'GET',
    url: `/fhir/${type}/:id`,
    scope,
    errorHandler: answerOutcome,
  } as const
  clientRoute(app, ctx, route, async ({ caller, request, reply }) => {
    refuseOtherForms(request)
    const { id } = request.params as { id: string }
    const found = await find(ctx, caller, id)
    if (!found) throw notFound()
    await note(ctx, caller, type, 1)
    return send(request, reply, found)
  })
}

function serveType(app: App, ctx: Context, type: Searchable): void {
  serveOne(app, ctx, type, async (_, caller, id) => {
    const asked = new Map([['_id', [id]]])
    const { oid } = caller.actor
    const wanted = { ctx, oid, asked, after: null, most: 1, goOn: () => undefined }
    const [found] = await withInstitution(ctx.db, oid, (trx) => type.find({ ...wanted, trx }))
    return found
  })
  const { scope } = type
  const common = { scope, errorHandler: answerOutcome }
  const search = { method: 'GET', url: `/fhir/${type.type}`, ...common } as const
  clientRoute(app, ctx, search, ({ caller, request, reply }) =>
    answerSearch(ctx, caller, type, queryOf(request), request, reply),
  )
  const posted = { method: 'POST', url: `/fhir/${type.type}/_search`, ...common } as const
  clientRoute(app, ctx, posted, ({ caller, request, reply }) => {
    const given = queryOf(request)
    const form = request.body instanceof URLSearchParams ? request.body : []
    for (const [name, value] of form) given.append(name, value)
    return answerSearch(ctx, caller, type, given, request, reply)
  })
}

async function answerSearch(
  ctx: Context,
  caller: ClientCaller,
  type: Searchable,
  given: URLSearchParams,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  refuseOtherForms(request, given)
  const asked = readAsked(given, type.parameters, request.headers.prefer)
  const count = countOf(asked)
  const along = includedIn(type.type, asked)
  for (const scope of along.scopes) await requireScope(ctx, request, caller, scope)
  const [after, isToCount] = [cursorOf(type, asked), isCounted(asked)]
  const { oid } = caller.actor
  let goOn: string | null = null
  const search = { ctx, oid, asked, after, most: count + 1, goOn: (at: string) => (goOn = at) }
  const { found, page, others, total } = await inTurn(ctx, caller, async (trx) => {
    const found = await type.find({ ...search, trx })
    const page = found.slice(0, count)
    const total = isToCount ? await type.count?.({ ...search, trx, after: null }) : undefined
    return { found, page, total, others: await included({ ctx, trx, oid }, page, along) }
  })
  await note(ctx, caller, type.type, page.length + others.length)
  const base = baseOf(ctx)
  const address = `${base}/${type.type}`
  const entryOf = (mode: 'match' | 'include') => (resource: Resource) => ({
    fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
    resource,
    search: { mode },
  })
  const last = page.at(-1)
  const next = found.length > count && last !== undefined ? cursorFrom(type.type, last) : goOn
  return send(request, reply, {
    resourceType: 'Bundle',
    type: 'searchset',
    ...(total !== undefined && { total }),
    link: [
      { relation: 'self', url: addressOf(address, asked) },
      ...(next === null ? [] : [{ relation: 'next', url: addressOf(address, asked, next) }]),
    ],
    ...(page.length > 0 && {
      entry: [...page.map(entryOf('match')), ...others.map(entryOf('include'))],
    }),
  })
}

function cursorOf({ type }: Searchable, asked: Asked): string | null {
  const cursor = first(asked, '_cursor')
  if (cursor === undefined) return null
  if (!isCursor(type, cursor)) throw wrong('_cursor')
  return cursor
}

const organization: Find = async (ctx, { actor }, id) => {
  if (id !== actor.oid) return undefined
  const row = await ctx.db
    .selectFrom('institutions')
    .select(['oid', 'name', 'created_at as updated_at'])
    .where('oid', '=', id)
    .executeTakeFirst()
  return row && toOrganization(row)
}

const practitioner: Find = async (ctx, { actor }, id) => {
  const [row] = await findPractitioners(ctx.db, actor.oid, [id])
  return row && toPractitioner(row)
}
