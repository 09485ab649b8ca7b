import { fundusArchive, type Modality } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
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
  mount(app, calls.list, ({ actor, ip, body }) =>
    archives.listArchives(ctx, { actor, ip }, modality, body.pid),
  )
  mount(app, calls.create, ({ actor, ip, body }) =>
    archives.createArchive(ctx, { actor, ip }, modality, body),
  )
  mount(app, calls.set, async ({ actor, ip, body }) => {
    await archives.changeArchive(ctx, { actor, ip }, modality, body)
    return {}
  })
  mount(app, calls.delete, async ({ actor, ip, body }) => {
    await archives.deleteArchive(ctx, { actor, ip }, modality, body.rid)
    return {}
  })
}
