import { areaAll, getStatistics } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { AREAS } from './areas.ts'
import { statistics } from './service.ts'

export function siteRoutes(app: App, ctx: Context): void {
  const count = statistics(ctx)
  mount(app, getStatistics, () => count())
  mount(app, areaAll, () => Promise.resolve({ areas: AREAS }))
}
