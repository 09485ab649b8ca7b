import { LANGUAGES, type Language } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { App } from '../../http/mount.ts'
import { notFound } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import type { ClientCaller } from '../clients/client-of.ts'
import { clientRoute } from '../clients/client-route.ts'
import { findOutside } from '../reports/outside.ts'
import { pdfOf } from '../reports/pdf/make.ts'
import { openReport } from '../reports/service.ts'
import { findOutsideSittings } from '../sittings/outside.ts'
import { note, refuseOtherForms, send } from './answer.ts'
import { toDocument } from './document.ts'
import { answerOutcome } from './outcome.ts'
import { idOf } from './parameters.ts'
import { baseOf } from './resource.ts'

/** The PDF of a report itself, or as a resource where JSON is asked for. */
export function binaryRoute(app: App, ctx: Context): void {
  const route = {
    method: 'GET',
    url: '/fhir/Binary/:id',
    scope: 'documents:read',
    errorHandler: answerOutcome,
  } as const
  clientRoute(app, ctx, route, async ({ caller, request, reply }) => {
    const { id } = request.params as { id: string }
    const [report = '', tag] = id.split('.')
    const language = LANGUAGES.find((one) => one === tag)
    if (language === undefined || idOf(report) === null) throw notFound()
    const [pdf] = await pdfsOf(ctx, caller, report, [language])
    if (/fhir\+json/.test(request.headers.accept ?? ''))
      return send(request, reply, {
        resourceType: 'Binary',
        id,
        contentType: 'application/pdf',
        data: pdf?.toString('base64'),
      })
    return reply
      .header('content-type', 'application/pdf')
      .header('cache-control', 'no-store')
      .send(pdf)
  })
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
    const { oid } = caller.actor
    const find = () =>
      withInstitution(ctx.db, oid, async (trx) => {
        const [report] = await findOutside(trx, oid, { report_id }, 1)
        if (!report || report.state === 'superseded') throw notFound()
        const [sitting] = await findOutsideSittings(trx, oid, { rid: report.rid }, 1)
        return { report, sitting }
      })
    // Nothing is drawn of what is no document.
    await find()
    const pdfs = await pdfsOf(ctx, caller, report_id, LANGUAGES)
    // Read again: a report that was declared void meanwhile says so.
    const found = await find()
    await note(ctx, caller, 'Composition', 1)
    return send(request, reply, toDocument(baseOf(ctx), oid, { ...found, pdfs }))
  })
}

async function pdfsOf(
  ctx: Context,
  caller: ClientCaller,
  report: string,
  languages: readonly Language[],
): Promise<Buffer[]> {
  const opened = await openReport(ctx, caller, { report, print: true })
  const pdfs: Buffer[] = []
  for (const language of languages) pdfs.push(await pdfOf(ctx, caller, opened, language))
  return pdfs
}
