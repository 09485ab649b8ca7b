import { PRODUCT_VERSION, type Language } from '@mingmou/contract'
import type { Context } from '../../../context.ts'
import { FileMissing } from '../../../platform/files/files.ts'
import type { OpenedReport } from '../service.ts'

/** PDFs that are being read or made, by key. Requests for the same one share it. */
const underway = new Map<string, Promise<Buffer>>()

/**
 * A report open to visitors has two states: its content alone, and with the note that another
 * replaced it.
 */
function keyOf({ oid, report_id, superseded_by }: OpenedReport, language: Language): string {
  const state = superseded_by === null ? 'current' : 'superseded'
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
