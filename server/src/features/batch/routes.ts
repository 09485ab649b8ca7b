import {
  addBatchFile,
  dropBatchFiles,
  listBatch,
  readPhotographTable,
  setBatchFiles,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { addFile, dropFiles, openBatch, setFiles } from './service.ts'
import { openTable } from './table.ts'

export function batchRoutes(app: App, ctx: Context): void {
  mount(app, addBatchFile, ({ caller, body }) => addFile(ctx, caller, body))
  mount(app, readPhotographTable, ({ caller, body }) => openTable(ctx, caller, body))
  mount(app, listBatch, ({ caller }) => openBatch(ctx, caller))
  mount(app, setBatchFiles, ({ caller, body }) => setFiles(ctx, caller, body))
  mount(app, dropBatchFiles, async ({ caller, body }) => {
    await dropFiles(ctx, caller, body.keys)
    return {}
  })
}
