import {
  commitFeedback,
  feedbackDetail,
  finishFeedback,
  handleFeedback,
  listFeedback,
  sendFeedbackForms,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { makeFeedbackForms } from './attachments.ts'
import { commit } from './commit.ts'
import * as feedback from './service.ts'

export function feedbackRoutes(app: App, ctx: Context): void {
  mount(app, sendFeedbackForms, ({ caller, body }) => makeFeedbackForms(ctx, caller, body.count))
  mount(app, commitFeedback, ({ caller, body }) => commit(ctx, caller, body))
  mount(app, listFeedback, ({ caller, body }) => feedback.list(ctx, body, caller.language))
  mount(app, feedbackDetail, ({ caller, body }) => feedback.open(ctx, caller, body.fid))
  mount(app, handleFeedback, ({ caller, body }) => feedback.handle(ctx, caller, body))
  mount(app, finishFeedback, ({ caller, body }) => feedback.finish(ctx, caller, body))
}
