import {
  checkDraws,
  getReadingRules,
  getReadings,
  keepReading,
  leaveReading,
  listReadings,
  openReading,
  readerFigures,
  setReadingRules,
  signReading,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { openFigures } from './figures.ts'
import * as open from './open.ts'
import * as rules from './rules.ts'
import { signSitting } from './sign.ts'

export function readingRoutes(app: App, ctx: Context): void {
  mount(app, getReadingRules, ({ caller }) => rules.openRules(ctx, caller))
  mount(app, setReadingRules, async ({ caller, body }) => {
    await rules.changeRules(ctx, caller, body)
    return {}
  })
  mount(app, listReadings, ({ caller, body }) => open.openQueue(ctx, caller, body))
  mount(app, openReading, ({ caller, body }) => open.openSitting(ctx, caller, body))
  mount(app, keepReading, ({ caller, body }) => open.keepSitting(ctx, caller, body))
  mount(app, leaveReading, async ({ caller, body }) => {
    await open.leaveSitting(ctx, caller, body)
    return {}
  })
  mount(app, signReading, ({ caller, body }) => signSitting(ctx, caller, body))
  mount(app, getReadings, ({ caller, body }) => open.openReadings(ctx, caller, body))
  mount(app, readerFigures, ({ caller }) => openFigures(ctx, caller))
  mount(app, checkDraws, ({ caller, body }) => rules.openDraws(ctx, caller, body))
}
