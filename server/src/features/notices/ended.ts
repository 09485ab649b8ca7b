import { MODALITY } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { AnalysisRow } from '../sittings/analyses.ts'
import { keepNotice } from './service.ts'

/** Only the user who asked for an analysis is told of its end. It is kept for when nobody is there to see it. */
export async function tellRequester(
  ctx: Context,
  trx: Trx,
  analysis: AnalysisRow,
  end: 'done' | 'failed',
): Promise<boolean> {
  await keepNotice(ctx, trx, analysis)
  await ctx.events.send(trx, { uid: analysis.requested_by }, 'anal_system', {
    title: `analysis_${end}_title`,
    msg: `analysis_${end}`,
    anal_status: end === 'done' ? 1 : 2,
    tab_id: MODALITY[analysis.modality].tab,
    patient_id: analysis.pid,
    image_id: analysis.rid,
  })
  return true
}
