import { diagnosticPatients, fundusAnalysis, type Modality } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { patientsByKeyword } from '../patients/service.ts'
import * as analyses from './service.ts'

export function analysisRoutes(app: App, ctx: Context): void {
  mount(app, diagnosticPatients, ({ caller, body }) => patientsByKeyword(ctx, caller, body))
  mountAnalyses(app, ctx, 'fundus', fundusAnalysis)
}

/** The calls of one kind of analysis; a further kind is one more line above. */
function mountAnalyses(
  app: App,
  ctx: Context,
  modality: Modality,
  calls: typeof fundusAnalysis,
): void {
  mount(app, calls.list, ({ caller, body }) =>
    analyses.listAnalyses(ctx, caller, modality, body.pid),
  )
  mount(app, calls.predictions, ({ caller, body }) => analyses.predict(ctx, caller, modality, body))
  mount(app, calls.result, ({ caller, body }) =>
    analyses.analysisResult(ctx, caller, modality, body),
  )
  mount(app, calls.cancel, async ({ caller, body }) => {
    await analyses.cancelAnalysis(ctx, caller, modality, body.analysis_record_id)
    return {}
  })
  mount(app, calls.setEye, async ({ caller, body }) => {
    await analyses.correctEye(ctx, caller, modality, body)
    return {}
  })
}
