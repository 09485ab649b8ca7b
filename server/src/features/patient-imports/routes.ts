import { Readable } from 'node:stream'
import {
  cancelPatientImport,
  listPatientImports,
  patientImportTemplate,
  runPatientImport,
  startPatientImport,
  undoPatientImport,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, mountFile, type App } from '../../http/mount.ts'
import { attachment } from '../../platform/files/files.ts'
import { XLSX_TYPE } from '../../platform/sheets/xlsx-writer.ts'
import * as service from './service.ts'
import { template } from './workbooks.ts'

const NAMES = { 'zh-CN': '患者导入模板.xlsx', en: 'patients-template.xlsx' }

export function patientImportRoutes(app: App, ctx: Context): void {
  mount(app, startPatientImport, ({ caller, body }) => service.start(ctx, caller, body))
  mount(app, listPatientImports, ({ caller }) => service.list(ctx, caller))
  for (const [call, work] of [
    [runPatientImport, service.run],
    [cancelPatientImport, service.cancel],
    [undoPatientImport, service.undo],
  ] as const)
    mount(app, call, async ({ caller, body }) => {
      await work(ctx, caller, body.import_id)
      return {}
    })
  mountFile(app, patientImportTemplate, async ({ caller, reply }) =>
    reply
      .header('content-type', XLSX_TYPE)
      .header('content-disposition', attachment(NAMES[caller.language]))
      .header('cache-control', 'no-store')
      .send(Readable.from(template(caller.language))),
  )
}
