import { diagnosticPatients, MODALITIES } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { mount, type App } from '../../http/mount.ts'
import { patientsByKeyword } from '../patients/service.ts'
import * as analyses from './service.ts'

export function analysisRoutes(app: App, ctx: Context): void {
  mount(app, diagnosticPatients, ({ caller, body }) => patientsByKeyword(ctx, caller, body))
  for (const modality of MODALITIES) mountAnalyses(app, ctx, modality)
}

function mountAnalyses(
  app: App,
  ctx: Context,
  { key, calls: { analysis: calls } }: (typeof MODALITIES)[number],
): void {
  mount(app, calls.list, ({ caller, body }) => analyses.listAnalyses(ctx, caller, key, body.pid))
  mount(app, calls.predictions, ({ caller, body }) => analyses.predict(ctx, caller, key, body))
  mount(app, calls.result, ({ caller, body }) => analyses.analysisResult(ctx, caller, key, body))
  mount(app, calls.cancel, async ({ caller, body }) => {
    await analyses.cancelAnalysis(ctx, caller, key, body.analysis_record_id)
    return {}
  })
}
