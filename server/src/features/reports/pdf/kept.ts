import { createHash } from 'node:crypto'
import { PRODUCT_VERSION, type Language, type ReportDocument } from '@mingmou/contract'
import type { Context } from '../../../context.ts'
import { FileMissing } from '../../../platform/files/files.ts'
import type { OpenedReport } from '../service.ts'

/** PDFs that are being read or made, by key. Requests for the same one share it. */
const underway = new Map<string, Promise<Buffer>>()

interface Sheet {
  document: ReportDocument
  /** Address of the report's public page. */
  link: string
  language: Language
}

/** The state of the report stands at the end: for visitors its notes, for clinicians that it is theirs. */
function keyOf(opened: OpenedReport, { language, ...sheet }: Sheet): string {
  const { oid, report_id, standing, visitor } = opened
  const notes = (['altered', 'outdated'] as const).filter((note) => standing[note])
  const state = visitor ? notes.join('-') || 'current' : 'own'
  // All that is printed, whatever it comes from.
  const hash = createHash('sha256').update(JSON.stringify(sheet)).digest('hex').slice(0, 32)
  return `reports/${oid}/${report_id}/${PRODUCT_VERSION}-${language}-${hash}-${state}.pdf`
}

/**
 * A PDF is made once for each text that it holds, and kept among the files: for visitors until nobody
 * may open it any more, for clinicians as long, after which it is made again.
 */
export function keptPdf(
  ctx: Context,
  opened: OpenedReport,
  sheet: Sheet,
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  const key = keyOf(opened, sheet)
  const going = underway.get(key)
  if (going) return going
  const pdf = readOrMake(ctx, key, make).finally(() => underway.delete(key))
  underway.set(key, pdf)
  return pdf
}

async function readOrMake(ctx: Context, key: string, make: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await ctx.files.read(key)
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error
  }
  const pdf = await make()
  await ctx.files.put(key, pdf, 'application/pdf', 'spare').catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'a PDF could not be kept')
  })
  return pdf
}
