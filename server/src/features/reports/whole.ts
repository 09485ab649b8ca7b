import {
  reportEntry,
  modalityOf,
  photographsOf,
  type Language,
  type ReportDocument,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { drawPictures } from './pdf/pictures.ts'
import { renderBeside } from './pdf/thread.ts'
import * as reports from './queries.ts'
import type { OpenedReport } from './service.ts'
import type { Snapshot } from './snapshot.ts'
import { standingOf } from './standing.ts'
import { reportJson } from './stored-report.ts'

/** The address of a report's page, which its PDF leads to. */
export const reportLink = (ctx: Context, report_no: string) =>
  `${ctx.config.publicUrl}/#/report/verify?report_no=${report_no}`

/** Draws what a document says. */
export async function drawReport(
  ctx: Context,
  snapshot: Snapshot,
  document: ReportDocument,
  language: Language,
): Promise<Buffer> {
  const { report_no } = snapshot
  const modality = reportEntry(modalityOf(snapshot.diagnosis_class).key)
  const drawn = await drawPictures(ctx, modality, photographsOf(snapshot), document)
  const link = reportLink(ctx, report_no)
  const made = new Date(snapshot.report_time)
  return renderBeside({ document, drawn, report_no, link, language, made })
}

/** A report as its institution reads it, with the sitting that it is of. Whoever asks puts it on record. */
export async function findWhole(
  trx: Trx,
  oid: string,
  report_id: string,
): Promise<(OpenedReport & { pid: string; rid: string }) | null> {
  const row = await reports.findReport(trx, oid, { report_id })
  if (!row) return null
  const { pid, rid } = row
  const standing = await standingOf(trx, oid, row)
  return { oid, report_id, pid, rid, visitor: false, snapshot: reportJson.read(row), standing }
}

/** Whose a report of the institution is; undefined where it is none of its. */
export async function findOwner(
  trx: Trx,
  oid: string,
  report_id: string,
): Promise<string | undefined> {
  return (await reports.findReport(trx, oid, { report_id }))?.pid
}

/** Draws a letter that follows a report: words alone, large. */
export const drawLetter = (
  ctx: Context,
  { report_no, link }: { report_no: string; link: string },
  document: ReportDocument,
  language: Language,
): Promise<Buffer> =>
  renderBeside({ document, drawn: new Map(), report_no, link, language, large: true })
