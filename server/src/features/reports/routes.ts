import { createReport, getReport, listReports, notePrint, revokeReport } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { makeReport } from './create.ts'
import { pdfRoute } from './pdf/route.ts'
import * as reports from './service.ts'

export function reportRoutes(app: App, ctx: Context): void {
  mount(app, createReport, ({ actor, ip, body }) => makeReport(ctx, { actor, ip }, body))
  mount(app, listReports, ({ actor, ip, body, language }) =>
    reports.searchReports(ctx, { actor, ip }, body, language),
  )
  mount(app, getReport, async ({ actor, ip, body, language }) => {
    const { report_id: report, diagnosis_class } = body
    const opened = await reports.openReport(ctx, { actor, ip }, { report, diagnosis_class })
    return { report_data: await reports.toReportData(ctx, opened, language) }
  })
  mount(app, notePrint, async ({ actor, ip, body: { report_id: report } }) => {
    await reports.openReport(ctx, { actor, ip }, { report, print: true })
    return {}
  })
  pdfRoute(app, ctx)
  mount(app, revokeReport, async ({ actor, ip, body }) => {
    await reports.revoke(ctx, { actor, ip }, body.report_id)
    return {}
  })
}
