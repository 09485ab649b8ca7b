import { Readable } from 'node:stream'
import { exportAudit, listAudit, today } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, mountFile, type App } from '../../http/mount.ts'
import { toCsv } from './csv.ts'
import { allEntries, searchAudit } from './read.ts'
import { audit } from './service.ts'

export function auditRoutes(app: App, ctx: Context): void {
  mount(app, listAudit, ({ caller, body }) => searchAudit(ctx, caller, body))
  mountFile(app, exportAudit, async ({ caller, body, reply }) => {
    const detail = { from: body.from, to: body.to, pid: body.pid, action: body.action }
    await audit(ctx.db, { ...caller, action: 'audit.export', detail })
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="audit-${today(ctx.now())}.csv"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(toCsv(allEntries(ctx, caller.actor, body), caller.language)))
  })
}
