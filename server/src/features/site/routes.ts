import { areaAll, getStatistics, text, type Envelope, type Language } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { keptText } from '../../http/kept-text.ts'
import { mount, mountFile, type App } from '../../http/mount.ts'
import { AREAS } from './areas.ts'
import { statistics } from './service.ts'

/** Three thousand places, which never change. */
const areasIn = (language: Language) =>
  keptText(() => {
    const data = areaAll.data.parse({ areas: AREAS })
    const answer: Envelope = { error_code: 0, msg: text(language, 'ok'), data }
    return Promise.resolve(JSON.stringify(answer))
  })

export function siteRoutes(app: App, ctx: Context): void {
  const count = statistics(ctx)
  mount(app, getStatistics, () => count())
  const areas = { 'zh-CN': areasIn('zh-CN'), en: areasIn('en') }
  mountFile(app, areaAll, ({ caller, request, reply }) => areas[caller.language](request, reply))
}
