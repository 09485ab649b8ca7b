import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { message } from '@mingmou/contract'
import { keepNotice } from '../notices/service.ts'
import { countsOf } from './batches.ts'
import * as trial from './queries.ts'

/**
 * False where the archive is no photograph of a trial user. The last photograph of a batch that ends
 * has its user told, once, and keeps the notice for the whole batch.
 */
export async function photographEnded(
  ctx: Context,
  trx: Trx,
  { oid, rid, analysis_record_id }: Record<'oid' | 'rid' | 'analysis_record_id', string>,
): Promise<boolean> {
  const held = await trial.holdBatchOf(trx, oid, rid)
  if (!held) return false
  const { anal_id, created_by } = held
  const batch = await trial.findBatch(trx, oid, anal_id)
  const photographs = await trial.findPhotographs(trx, oid, [anal_id])
  if (!batch) return true
  const { success_count, ended_count, total_count } = countsOf(batch, photographs)
  if (ended_count < total_count) return true
  await keepNotice(ctx, trx, { oid, requested_by: created_by, analysis_record_id })
  const judged = success_count > 0
  await ctx.events.send(trx, { uid: created_by }, 'anal_ex', {
    title: judged ? 'trial_done_title' : 'trial_failed_title',
    msg: message('trial_done', `${success_count}/${total_count}`),
    anal_status: judged ? 1 : 2,
    success_count,
    anal_id,
    created_at: batch.created_at.toISOString(),
  })
  return true
}
