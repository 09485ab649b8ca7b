import type { Language } from '@mingmou/contract'
import type { Context } from '../../../context.ts'
import { inTurnsByKind, type Waiter } from '../../../http/turns.ts'
import { readReport, type OpenedReport } from '../service.ts'
import { drawReport, reportLink } from '../whole.ts'
import { keptPdf } from './kept.ts'

/** Drawing takes a core for the better part of a second. */
const rendering = inTurnsByKind({ staff: 1, strangers: 1 })

/** The report as a file, as whoever opened it reads it. */
export function pdfOf(
  ctx: Context,
  reader: Waiter,
  opened: OpenedReport,
  language: Language,
): Promise<Buffer> {
  const document = readReport(opened, language)
  const link = reportLink(ctx, opened.snapshot.report_no)
  const make = () => rendering(reader, () => drawReport(ctx, opened.snapshot, document, language))
  return keptPdf(ctx, opened, { document, link, language }, make)
}
