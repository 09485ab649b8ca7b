import {
  createExam,
  deleteExam,
  dropExamDraft,
  examForm,
  keepExamDraft,
  searchExams,
  setExam,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import * as drafts from './drafts.ts'
import * as exams from './service.ts'

export function eyeExamRoutes(app: App, ctx: Context): void {
  mount(app, searchExams, ({ caller, body }) => exams.listExams(ctx, caller, body))
  mount(app, createExam, ({ caller, body }) => exams.addExam(ctx, caller, body))
  mount(app, setExam, async ({ caller, body }) => {
    await exams.changeExam(ctx, caller, body)
    return {}
  })
  mount(app, deleteExam, async ({ caller, body }) => {
    await exams.removeExam(ctx, caller, body)
    return {}
  })
  mount(app, examForm, ({ caller, body }) => drafts.openForm(ctx, caller, body))
  mount(app, keepExamDraft, async ({ caller, body }) => {
    await drafts.keepDraft(ctx, caller, body)
    return {}
  })
  mount(app, dropExamDraft, async ({ caller, body }) => {
    await drafts.dropDraft(ctx, caller, body)
    return {}
  })
}
