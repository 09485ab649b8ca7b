import { Readable } from 'node:stream'
import { exportTables, today } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mountFile, type App } from '../../http/mount.ts'
import { holdExport } from '../../http/places.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit } from '../audit/service.ts'
import { tablesOf } from './zip.ts'

export function patientTableRoutes(app: App, ctx: Context): void {
  mountFile(app, exportTables, async ({ caller, reply }) => {
    await holdExport(caller, reply)
    const { actor, ip, language } = caller
    await withInstitution(ctx.db, actor.oid, (trx) =>
      audit(trx, { actor, ip, action: 'patient.export-tables' }),
    )
    return reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename="tables-${today(ctx.now())}.zip"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(tablesOf(ctx, actor.oid, language)))
  })
}
