import { diagnosticPatients, fundusAnalysis, type Modality } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { patientsByKeyword } from '../patients/service.ts'
import * as analyses from './service.ts'

export function analysisRoutes(app: App, ctx: Context): void {
  mount(app, diagnosticPatients, ({ actor, ip, body }) =>
    patientsByKeyword(ctx, { actor, ip }, body),
  )
  mountAnalyses(app, ctx, 'fundus', fundusAnalysis)
}

/** The calls of one kind of analysis; a further kind is one more line above. */
function mountAnalyses(
  app: App,
  ctx: Context,
  modality: Modality,
  calls: typeof fundusAnalysis,
): void {
  mount(app, calls.list, ({ actor, ip, body }) =>
    analyses.listAnalyses(ctx, { actor, ip }, modality, body.pid),
  )
  mount(app, calls.predictions, ({ actor, ip, body }) =>
    analyses.predict(ctx, { actor, ip }, modality, body),
  )
  mount(app, calls.result, ({ actor, ip, body, language }) =>
    analyses.analysisResult(ctx, { actor, ip }, modality, body, language),
  )
  mount(app, calls.cancel, async ({ actor, ip, body }) => {
    await analyses.cancelAnalysis(ctx, { actor, ip }, modality, body.analysis_record_id)
    return {}
  })
  mount(app, calls.setEye, async ({ actor, ip, body }) => {
    await analyses.correctEye(ctx, { actor, ip }, modality, body)
    return {}
  })
}
