import { createReport, getReport, listReports, revokeReport } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { makeReport } from './create.ts'
import { pdfRoute } from './pdf/route.ts'
import * as reports from './service.ts'

export function reportRoutes(app: App, ctx: Context): void {
  mount(app, createReport, ({ caller, body }) => makeReport(ctx, caller, body))
  mount(app, listReports, ({ caller, body }) =>
    reports.searchReports(ctx, caller, body, caller.language),
  )
  mount(app, getReport, async ({ caller, body }) => {
    const { report_id: report, diagnosis_class } = body
    const opened = await reports.openReport(ctx, caller, { report, diagnosis_class })
    return { report_data: await reports.toReportData(ctx, opened, caller.language) }
  })
  pdfRoute(app, ctx)
  mount(app, revokeReport, async ({ caller, body }) => {
    await reports.revoke(ctx, caller, body.report_id)
    return {}
  })
}
