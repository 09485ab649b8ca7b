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
import { EXAMS, listExams } from './service.ts'

export function eyeExamRoutes(app: App, ctx: Context): void {
  mount(app, searchExams, ({ caller, body }) => listExams(ctx, caller, body))
  mount(app, createExam, async ({ caller, body: { pid, ...given } }) => ({
    rid: await EXAMS.add(ctx, caller, pid, given),
  }))
  mount(app, setExam, async ({ caller, body: { rid: id, version, ...given } }) => {
    await EXAMS.set(ctx, caller, { id, version }, given)
    return {}
  })
  mount(app, deleteExam, async ({ caller, body: { rid: id, version } }) => {
    await EXAMS.remove(ctx, caller, { id, version })
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
