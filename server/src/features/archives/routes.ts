import { fundusArchive, type Modality } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { listKnown } from './repeats.ts'
import * as archives from './service.ts'

export function archiveRoutes(app: App, ctx: Context): void {
  mountArchives(app, ctx, 'fundus', fundusArchive)
}

/** The calls of one kind of archive; a further kind is one more line above. */
function mountArchives(
  app: App,
  ctx: Context,
  modality: Modality,
  calls: typeof fundusArchive,
): void {
  mount(app, calls.list, ({ caller, body }) =>
    archives.listArchives(ctx, caller, modality, body.pid),
  )
  mount(app, calls.create, ({ caller, body }) =>
    archives.createArchive(ctx, caller, modality, body),
  )
  mount(app, calls.known, ({ caller, body }) => listKnown(ctx, caller, modality, body))
  mount(app, calls.set, async ({ caller, body }) => {
    await archives.changeArchive(ctx, caller, modality, body)
    return {}
  })
  mount(app, calls.delete, async ({ caller, body }) => {
    await archives.deleteArchive(ctx, caller, modality, body.rid)
    return {}
  })
}
