import {
  addTrialPhotograph,
  deleteTrialAccount,
  deleteTrialBatches,
  dropTrialPhotographs,
  getTrialReport,
  listTrialBatches,
  listTrialPhotographs,
  locateTrialBatch,
  uploadTrialBatch,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { acceptPhotograph, dropAccepted, listAccepted } from './accept.ts'
import { listBatches, locateBatch, uploadBatch } from './batches.ts'
import { removeOwn, removeOwnAccount } from './remove-own.ts'
import { reportOfBatch } from './report.ts'

export function trialRoutes(app: App, ctx: Context): void {
  mount(app, listTrialBatches, ({ caller, body }) => listBatches(ctx, caller, body))
  mount(app, uploadTrialBatch, ({ caller, body }) => uploadBatch(ctx, caller, body))
  mount(app, locateTrialBatch, ({ caller, body }) => locateBatch(ctx, caller, body))
  mount(app, getTrialReport, ({ caller, body }) => reportOfBatch(ctx, caller, body))
  mount(app, addTrialPhotograph, ({ caller, body }) => acceptPhotograph(ctx, caller, body))
  mount(app, listTrialPhotographs, ({ caller }) => listAccepted(ctx, caller))
  mount(app, deleteTrialBatches, async ({ caller, body }) => {
    await removeOwn(ctx, caller, body)
    return {}
  })
  mount(app, deleteTrialAccount, async ({ caller, body }) => {
    await removeOwnAccount(ctx, caller, body)
    return {}
  })
  mount(app, dropTrialPhotographs, async ({ caller, body }) => {
    await dropAccepted(ctx, caller, body.keys)
    return {}
  })
}
