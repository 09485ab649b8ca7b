import { text } from '@mingmou/contract'
import type { FastifyRequest } from 'fastify'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { App } from '../../http/mount.ts'
import { holdExport } from '../../http/places.ts'
import { HttpProblem } from '../../http/problem.ts'
import { notFound } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { StorageFull } from '../../platform/files/files.ts'
import { audit } from '../audit/service.ts'
import { requireScope, type ClientCaller } from '../clients/client-of.ts'
import { clientRoute } from '../clients/client-route.ts'
import { note } from './answer.ts'
import { BULK_MS, bulkKey, removeBulkFiles } from './bulk-files.ts'
import * as bulk from './bulk-queries.ts'
import { bulkJob } from './bulk.job.ts'
import { stepsOf } from './everything.ts'
import { answerOutcome } from './outcome.ts'
import { addressOf, first, idOf, queryOf, readAsked, sinceOf, wrong } from './parameters.ts'
import { baseOf } from './resource.ts'
import { STEPS } from './steps.ts'

/** Exports of an institution that run, and that are there, at a time. */
const MOST = { open: 1, kept: 3 }
const ASK_AGAIN_SECONDS = 10
const FORMATS = ['application/fhir+ndjson', 'application/ndjson', 'ndjson']

const common = { scope: 'bulk:read', errorHandler: answerOutcome } as const

/** Everything of the institution as files, by a job: FHIR Bulk Data Access, `Group` being the institution. */
export function bulkRoutes(app: App, ctx: Context): void {
  const begin = { method: 'GET', url: '/fhir/Group/:id/$export', ...common } as const
  clientRoute(app, ctx, begin, async ({ caller, request, reply }) => {
    const { oid, uid: client_id } = caller.actor
    if ((request.params as { id: string }).id !== oid) throw notFound()
    const asked = readAsked(
      queryOf(request),
      ['_since', '_type', '_outputFormat'],
      request.headers.prefer,
    )
    const format = first(asked, '_outputFormat')
    // A plus in an address is a blank.
    if (format !== undefined && !FORMATS.includes(format.replace(' ', '+')))
      throw wrong('_outputFormat')
    sinceOf(asked)
    const steps = stepsOf(asked.get('_type'))
    for (const { scope } of steps) await requireScope(ctx, request, caller, scope)
    if (!(await ctx.hasRoom('spare'))) throw new StorageFull()
    const export_id = newId()
    const add = async (trx: Trx) => {
      refuseMany(await bulk.countBulk(trx, oid), ctx.config.exportBytes.kept)
      await bulk.insertBulk(trx, {
        export_id,
        client_id,
        oid,
        created_by: client_id,
        output: '[]',
        reason: null,
        types: steps.map(({ type }) => type),
        since: first(asked, '_since') ?? null,
        request: addressOf(`${baseOf(ctx)}/Group/${oid}/$export`, asked),
        created_at: ctx.now(),
      })
      const turn = { lane: oid, person: client_id, batch: true }
      await ctx.queue.send(trx, bulkJob, { oid, export_id }, turn)
      const detail = { export: export_id, types: steps.map(({ type }) => type) }
      await audit(trx, { ...caller, action: 'client.export', detail })
    }
    await withInstitution(ctx.db, oid, add)
    return reply
      .code(202)
      .header('content-location', `${baseOf(ctx)}/bulk/${export_id}`)
      .send()
  })
  const state = { method: 'GET', url: '/fhir/bulk/:id', ...common } as const
  clientRoute(app, ctx, state, async ({ caller, request, reply }) => {
    const row = await own(ctx, caller, request)
    if (row.state === 'failed')
      throw new HttpProblem(500, 'exception', text('en', row.reason ?? 'export_fault'))
    if (row.state !== 'done')
      return reply
        .code(202)
        .header('x-progress', `${row.done} resources`)
        .header('retry-after', ASK_AGAIN_SECONDS)
        .send()
    const address = `${baseOf(ctx)}/bulk/${row.export_id}`
    return reply
      .header('expires', expiryOf(row).toUTCString())
      .header('content-type', 'application/json; charset=utf-8')
      .send({
        transactionTime: (row.begun_at ?? row.created_at).toISOString(),
        request: row.request,
        requiresAccessToken: true,
        output: row.output.map(({ type, count }) => ({ type, url: `${address}/${type}`, count })),
        error: [],
      })
  })
  const end = { method: 'DELETE', url: '/fhir/bulk/:id', ...common } as const
  clientRoute(app, ctx, end, async ({ caller, request, reply }) => {
    const { export_id } = await own(ctx, caller, request)
    const { oid } = caller.actor
    await withInstitution(ctx.db, oid, async (trx) => {
      await bulk.deleteBulk(trx, oid, export_id)
      const detail = { export: export_id }
      await audit(trx, { ...caller, action: 'client.remove-export', detail })
    })
    await removeBulkFiles(ctx, oid, [export_id])
    return reply.code(202).send()
  })
  const file = { method: 'GET', url: '/fhir/bulk/:id/:type', ...common } as const
  clientRoute(app, ctx, file, async ({ caller, request, reply }) => {
    const row = await own(ctx, caller, request)
    const { type } = request.params as { type: string }
    const made =
      row.state === 'done' ? row.output.find((output) => output.type === type) : undefined
    if (!made) throw notFound()
    await requireScope(
      ctx,
      request,
      caller,
      STEPS.find((step) => step.type === type)?.scope ?? null,
    )
    await holdExport(caller, reply)
    await note(ctx, caller, type, made.count)
    return reply
      .header('content-type', 'application/fhir+ndjson')
      .header('cache-control', 'private, no-store')
      .send(await ctx.files.open(bulkKey(row.oid, row.export_id, type)))
  })
}

const expiryOf = ({ created_at }: bulk.BulkRow) => new Date(created_at.getTime() + BULK_MS)

/** One that this client asked for and whose time is not over. */
async function own(
  ctx: Context,
  { actor }: ClientCaller,
  request: FastifyRequest,
): Promise<bulk.BulkRow> {
  const { oid, uid: client_id } = actor
  const export_id = idOf((request.params as { id: string }).id)
  const row =
    export_id === null
      ? undefined
      : await withInstitution(ctx.db, oid, (trx) =>
          bulk.findBulk(trx, oid, { export_id, client_id }),
        )
  if (!row || expiryOf(row) <= ctx.now()) throw notFound()
  return row
}

function refuseMany(
  { open, kept, bytes }: { open: number; kept: number; bytes: number },
  most: number,
): void {
  const wait = (why: string) =>
    new HttpProblem(429, 'throttled', why, { 'retry-after': String(ASK_AGAIN_SECONDS) })
  if (open >= MOST.open) throw wait('An export of this institution is running')
  if (kept >= MOST.kept || bytes >= most)
    throw wait('Delete an export of this institution that was fetched, or wait until it is over')
}
