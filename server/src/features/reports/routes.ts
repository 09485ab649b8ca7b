import {
  checkReportLetters,
  createReport,
  dropReportDraft,
  getReport,
  keepReportDraft,
  listReportDrafts,
  reportDrafts,
  listReports,
  verifyReport,
  voidReport,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { checkLetters } from './check-letters.ts'
import { makeReport } from './create.ts'
import * as drafts from './drafts.ts'
import { pdfRoute } from './pdf/route.ts'
import * as reports from './service.ts'

export function reportRoutes(app: App, ctx: Context): void {
  mount(app, checkReportLetters, ({ caller, body }) => checkLetters(ctx, caller, body))
  mount(app, createReport, ({ caller, body }) => makeReport(ctx, caller, body))
  mount(app, reportDrafts, ({ caller, body }) => drafts.openDrafts(ctx, caller, body))
  mount(app, keepReportDraft, ({ caller, body }) => drafts.keepDraft(ctx, caller, body))
  mount(app, dropReportDraft, async ({ caller, body }) => {
    await drafts.dropDraft(ctx, caller, body)
    return {}
  })
  mount(app, listReportDrafts, ({ caller, body }) => drafts.searchDrafts(ctx, caller, body))
  mount(app, listReports, ({ caller, body }) =>
    reports.searchReports(ctx, caller, body, caller.language),
  )
  mount(app, getReport, async ({ caller, body }) => {
    const { report_id: report, diagnosis_class } = body
    const opened = await reports.openReport(ctx, caller, { report, diagnosis_class })
    return { report_data: await reports.toReportData(ctx, opened, caller.language) }
  })
  pdfRoute(app, ctx)
  mount(app, voidReport, async ({ caller, body }) => {
    await reports.declareVoid(ctx, caller, body)
    return {}
  })
  mount(app, verifyReport, ({ caller, body }) => reports.verify(ctx, caller, body))
}
