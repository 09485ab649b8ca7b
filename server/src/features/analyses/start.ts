import type { Modality } from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import { audit, target } from '../audit/service.ts'
import { analyseJob } from './analyse.job.ts'
import * as analyses from './queries.ts'

/** Returns the record with a new job, or the record that is running already. */
export async function startAnalysis(
  ctx: Context,
  trx: Trx,
  { actor, ip }: Pick<Caller<Clinician>, 'actor' | 'ip'>,
  sitting: { pid: string; rid: string; modality: Modality },
): Promise<string> {
  const { oid, uid } = actor
  const { analysis_record_id, started } = await analyses.insertAnalysis(trx, oid, {
    analysis_record_id: newId(),
    ...sitting,
    requested_by: uid,
  })
  if (!started) return analysis_record_id
  await ctx.queue.send(trx, analyseJob, { oid, analysis_record_id })
  await audit(trx, {
    actor,
    ip,
    action: 'analysis.start',
    ...target('analysis', analysis_record_id, { pid: sitting.pid }),
  })
  return analysis_record_id
}
