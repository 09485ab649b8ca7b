import { MODALITIES } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { compareUploads } from './differing.ts'
import { fileHere } from './file-here.ts'
import { listKnown } from './repeats.ts'
import * as archives from './service.ts'

export function archiveRoutes(app: App, ctx: Context): void {
  for (const modality of MODALITIES) mountArchives(app, ctx, modality)
}

function mountArchives(
  app: App,
  ctx: Context,
  { key, calls: { archive: calls } }: (typeof MODALITIES)[number],
): void {
  mount(app, calls.list, ({ caller, body }) => archives.listArchives(ctx, caller, key, body.pid))
  mount(app, calls.create, ({ caller, body }) => archives.createArchive(ctx, caller, key, body))
  mount(app, calls.fileHere, ({ caller, body }) => fileHere(ctx, caller, key, body))
  mount(app, calls.known, ({ caller, body }) => listKnown(ctx, caller, key, body))
  mount(app, calls.says, ({ caller, body }) => compareUploads(ctx, caller, key, body))
  mount(app, calls.set, async ({ caller, body }) => {
    await archives.changeArchive(ctx, caller, key, body)
    return {}
  })
  mount(app, calls.delete, async ({ caller, body }) => {
    await archives.deleteArchive(ctx, caller, key, body.rid)
    return {}
  })
}
