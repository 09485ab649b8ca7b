import { answerChange, myChanges, withdrawChange } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { answer, showChanges, withdraw } from './answer-changes.ts'

export function accountRoutes(app: App, ctx: Context): void {
  mount(app, myChanges, ({ caller }) => showChanges(ctx, caller.actor))
  mount(app, answerChange, async ({ caller, body }) => {
    await answer(ctx, caller, body)
    return {}
  })
  mount(app, withdrawChange, async ({ caller, body }) => {
    await withdraw(ctx, caller, body.change_id)
    return {}
  })
}
