import { fieldMessages, getReport, LANGUAGES, REPORT_NO, REPORT_PDF_PATH } from '@mingmou/contract'
import { z } from 'zod'
import type { Context } from '../../../context.ts'
import { languageOf } from '../../../http/language.ts'
import type { App } from '../../../http/mount.ts'
import { blindTo } from '../../../platform/database/blind.ts'
import { invalid, notFound } from '../../../http/refusal.ts'
import { openReport } from '../service.ts'
import { pdfOf } from './make.ts'

const Query = z.strictObject({ report_no: z.string(), lang: z.enum(LANGUAGES).optional() })

/**
 * The report as a file, under the rules of reading it. The number is enough; a visitor gets masked
 * values.
 */
export function pdfRoute(app: App, ctx: Context): void {
  app.get(REPORT_PDF_PATH, async (request, reply) => {
    const query = Query.safeParse(request.query, { reportInput: true })
    if (!query.success) throw invalid(fieldMessages(query.error.issues))
    const { report_no, lang } = query.data
    if (!REPORT_NO.test(report_no)) throw notFound()
    const actor = await app.gate.admit(getReport, {
      authorization: request.headers.authorization,
      ip: request.ip,
    })
    const reader = { actor, ip: request.ip }
    const opened = await blindTo(actor?.blind_to ?? [], () =>
      openReport(ctx, reader, { report: report_no, print: true }),
    )
    const language = lang ?? languageOf(request.headers['accept-language'])
    const pdf = await pdfOf(ctx, reader, opened, language)
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="${report_no}.pdf"`)
      .header('cache-control', 'no-store')
      .send(pdf)
  })
}
