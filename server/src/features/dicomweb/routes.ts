import type { Context } from '../../context.ts'
import type { App } from '../../http/mount.ts'
import { dicomRoute, type Given } from './admit.ts'
import { bulkData, frames, metadata, rendered, retrieve, thumbnail } from './retrieve.ts'
import { searchInstances, searchSeries, searchStudies } from './search.ts'
import { store } from './store.ts'

/** Files of one request, in memory until each is kept. */
const STORE_BYTES = 128 * 1024 * 1024

/** DICOMweb (PS3.18): search, retrieve, and store into the inbox. */
export function dicomwebRoutes(app: App, ctx: Context): void {
  // The limit is that of the address: elsewhere such a body may be as long as any.
  app.addContentTypeParser('multipart/related', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  )
  const baseOf = ({ caller }: Given) => `${ctx.config.publicUrl}/dicomweb/${caller.actor.oid}`
  const read = (
    path: string,
    handler: (ctx: Context, base: string, given: Given) => Promise<unknown>,
  ) =>
    dicomRoute(app, ctx, { method: 'GET', path, scope: 'images:read' }, (given) =>
      handler(ctx, baseOf(given), given),
    )
  const study = '/studies/:study'
  const series = `${study}/series/:series`
  const instance = `${series}/instances/:instance`
  read('/studies', searchStudies)
  read(`${study}/series`, searchSeries)
  for (const of of [study, series]) read(`${of}/instances`, searchInstances)
  for (const of of [study, series, instance]) {
    read(of, retrieve)
    read(`${of}/metadata`, metadata)
  }
  read(`${instance}/frames/:frame`, (_, __, given) => frames(ctx, given))
  read(`${instance}/rendered`, (_, __, given) => rendered(ctx, given))
  read(`${instance}/thumbnail`, (_, __, given) => thumbnail(ctx, given))
  read(`${instance}/bulkdata/:tag`, (_, __, given) => bulkData(ctx, given))
  const stored = { method: 'POST', scope: 'images:write', bodyLimit: STORE_BYTES } as const
  for (const path of ['/studies', study])
    dicomRoute(app, ctx, { ...stored, path }, (given) => store(ctx, baseOf(given), given))
}
