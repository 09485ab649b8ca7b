import {
  getStep,
  getStepRules,
  listSteps,
  noteStep,
  proposeNextStep,
  setStepRules,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import * as rules from './rules.ts'
import * as steps from './service.ts'

export function recallRoutes(app: App, ctx: Context): void {
  mount(app, listSteps, ({ caller, body }) => steps.openSteps(ctx, caller, body))
  mount(app, getStep, ({ caller, body }) => steps.openStep(ctx, caller, body))
  mount(app, noteStep, async ({ caller, body }) => {
    await steps.note(ctx, caller, body)
    return {}
  })
  mount(app, proposeNextStep, ({ caller, body }) => rules.propose(ctx, caller, body))
  mount(app, getStepRules, ({ caller }) => rules.openRules(ctx, caller))
  mount(app, setStepRules, async ({ caller, body }) => {
    await rules.changeRules(ctx, caller, body)
    return {}
  })
}
