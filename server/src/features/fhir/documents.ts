import type { Readable } from 'node:stream'
import { ERROR, exportReport, LANGUAGES, type Language, type ReportState } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { holdPlace } from '../../http/places.ts'
import { turnOf } from '../../http/turns.ts'
import { mountFile, type App } from '../../http/mount.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { attachment } from '../../platform/files/files.ts'
import { typeOf } from '../../platform/files/keys.ts'
import { audit, target } from '../audit/service.ts'
import { requireScope, type ClientCaller } from '../clients/client-of.ts'
import { clientRoute } from '../clients/client-route.ts'
import { answering } from '../dicomweb/admit.ts'
import { findOutside, type OutsideReport } from '../reports/outside.ts'
import { pdfOf } from '../reports/pdf/make.ts'
import { openReport } from '../reports/service.ts'
import { findOutsideSittings } from '../sittings/outside.ts'
import { findOutsidePhotographs } from '../sittings/outside-photographs.ts'
import { note, refuseOtherForms, send } from './answer.ts'
import { toDocument } from './document.ts'
import { answerOutcome, FHIR_JSON } from './outcome.ts'
import { idOf } from './parameters.ts'
import { baseOf } from './resource.ts'
import { photographIn, type Place } from './search.ts'

/** The PDF of a report or a photograph: itself, or as a resource where JSON is asked for. */
export function binaryRoute(app: App, ctx: Context): void {
  const route = {
    method: 'GET',
    url: '/fhir/Binary/:id',
    scope: null,
    errorHandler: answerOutcome,
  } as const
  clientRoute(app, ctx, route, async ({ caller, request, reply }) => {
    const { id } = request.params as { id: string }
    const photograph = photographIn(id)
    await requireScope(ctx, request, caller, photograph ? 'images:read' : 'documents:read')
    // An answer on its way holds memory as long as its reader likes.
    if (photograph) await holdPlace(answering, turnOf(caller), reply)
    const { type, read, open } = photograph
      ? await photographOf(ctx, caller, photograph)
      : await reportOf(ctx, caller, id)
    if (/fhir\+json/.test(request.headers.accept ?? ''))
      return send(request, reply, {
        resourceType: 'Binary',
        id,
        contentType: type,
        data: (await read()).toString('base64'),
      })
    return reply
      .header('content-type', type)
      .header('cache-control', 'no-store')
      .send(await open())
  })
}

interface Content {
  type: string
  /** As a whole, for JSON. */
  read: () => Promise<Buffer>
  /** As it is sent by itself. */
  open: () => Promise<Buffer | Readable>
}

async function reportOf(ctx: Context, caller: ClientCaller, id: string): Promise<Content> {
  const [report = '', tag] = id.split('.')
  const language = LANGUAGES.find((language) => language === tag)
  if (language === undefined || idOf(report) === null) throw notFound()
  const [pdf] = await pdfsOf(ctx, caller, report, [language])
  if (!pdf) throw notFound()
  const read = () => Promise.resolve(pdf)
  return { type: 'application/pdf', read, open: read }
}

/** As the program shows it. Who read it is on record. */
async function photographOf(ctx: Context, caller: ClientCaller, place: Place): Promise<Content> {
  const { oid } = caller.actor
  const [found] = await withInstitution(ctx.db, oid, (trx) =>
    findOutsidePhotographs(trx, oid, { one: place }, 1),
  )
  if (!found) throw notFound()
  await note(ctx, caller, 'Binary', 1, found.pid)
  const { file_key } = found
  return {
    type: typeOf(file_key),
    read: () => ctx.files.read(file_key),
    open: () => ctx.files.open(file_key),
  }
}

/** A signed report with all that it refers to, as one bundle that can be kept without this server. */
export function documentRoute(app: App, ctx: Context): void {
  const route = {
    method: 'GET',
    url: '/fhir/Composition/:id/$document',
    scope: 'documents:read',
    errorHandler: answerOutcome,
  } as const
  clientRoute(app, ctx, route, async ({ caller, request, reply }) => {
    refuseOtherForms(request)
    const report_id = idOf((request.params as { id: string }).id)
    if (report_id === null) throw notFound()
    const { bundle } = await readDocument(ctx, caller, report_id, (state) => {
      if (state === 'superseded') throw notFound()
    })
    await note(ctx, caller, 'Composition', 1)
    return send(request, reply, bundle)
  })
}

/** The same for a clinician at the page of the report. A file is passed on, so a void report gives none. */
export function downloadRoute(app: App, ctx: Context): void {
  mountFile(app, exportReport, async ({ caller, body, reply }) => {
    const { report_id } = body
    const document = await readDocument(ctx, caller, report_id, (state) => {
      if (state === 'void') throw new Refusal(ERROR.notFound, 'report_void')
      if (state === 'superseded') throw new Refusal(ERROR.notFound, 'report_superseded')
    })
    const { actor, ip } = caller
    const { pid, report_no } = document.of
    await withInstitution(ctx.db, actor.oid, (trx) =>
      audit(trx, { actor, ip, action: 'report.export', ...target('report', report_id, { pid }) }),
    )
    return reply
      .header('content-type', FHIR_JSON)
      .header('content-disposition', attachment(`${report_no}.json`))
      .header('cache-control', 'no-store')
      .send(JSON.stringify(document.bundle))
  })
}

/** `refuse` throws for a state of which there is no document. */
async function readDocument(
  ctx: Context,
  caller: Caller<Clinician>,
  report_id: string,
  refuse: (state: ReportState) => void,
): Promise<{ bundle: object; of: OutsideReport }> {
  const { oid } = caller.actor
  const find = () =>
    withInstitution(ctx.db, oid, async (trx) => {
      const [report] = await findOutside(trx, oid, { report_id }, 1)
      if (!report) throw notFound()
      refuse(report.state)
      const [sitting] = await findOutsideSittings(trx, oid, { rid: report.rid }, 1)
      return { report, sitting }
    })
  // Nothing is drawn of what is no document.
  await find()
  const pdfs = await pdfsOf(ctx, caller, report_id, LANGUAGES)
  // Read again: a report that was declared void meanwhile says so.
  const found = await find()
  return { bundle: toDocument(baseOf(ctx), oid, { ...found, pdfs }), of: found.report }
}

async function pdfsOf(
  ctx: Context,
  caller: Caller<Clinician>,
  report: string,
  languages: readonly Language[],
): Promise<Buffer[]> {
  const opened = await openReport(ctx, caller, { report, print: true })
  const pdfs: Buffer[] = []
  for (const language of languages) pdfs.push(await pdfOf(ctx, caller, opened, language))
  return pdfs
}
