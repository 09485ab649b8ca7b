import { PRODUCT_VERSION, type Language } from '@mingmou/contract'
import type { Context } from '../../../context.ts'
import { FileMissing } from '../../../platform/files/files.ts'
import type { OpenedReport } from '../service.ts'

/** PDFs that are being read or made, by key. Requests for the same one share it. */
const underway = new Map<string, Promise<Buffer>>()

/** The states of a report open to visitors: its content alone, and with the notes that stand above it. */
function keyOf(opened: OpenedReport, language: Language): string {
  const { oid, report_id, standing } = opened
  const notes = (['altered', 'outdated'] as const).filter((note) => standing[note])
  const state = notes.join('-') || 'current'
  return `reports/${oid}/${report_id}/${PRODUCT_VERSION}-${language}-${state}.pdf`
}

/**
 * The PDF for visitors: made once for each language and state, and kept until nobody may open it
 * any more.
 */
export function keptPdf(
  ctx: Context,
  opened: OpenedReport,
  language: Language,
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  const key = keyOf(opened, language)
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
  await ctx.files.put(key, pdf, 'application/pdf').catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'a PDF could not be kept')
  })
  return pdf
}
