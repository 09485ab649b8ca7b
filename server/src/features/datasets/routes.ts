import { DATASETS, listDatasetExports, removeDatasetExport } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { exportFileRoute } from './export-file.ts'
import { listExports, removeExport, startExport } from './exports.ts'
import { listDataset, release } from './service.ts'
import { sharedImageRoute } from './shared-image.ts'

export function datasetRoutes(app: App, ctx: Context): void {
  for (const { key, calls } of DATASETS) {
    mount(app, calls.list, ({ caller, body }) => listDataset(ctx, caller, key, body))
    mount(app, calls.export, ({ caller, body }) => startExport(ctx, caller, key, body))
    mount(app, calls.release, async ({ caller, body }) => {
      await release(ctx, caller, key, body)
      return {}
    })
  }
  mount(app, listDatasetExports, ({ caller }) => listExports(ctx, caller))
  mount(app, removeDatasetExport, async ({ caller, body }) => {
    await removeExport(ctx, caller, body.export_id)
    return {}
  })
  sharedImageRoute(app, ctx)
  exportFileRoute(app, ctx)
}
