import {
  ERROR,
  message,
  type AnalysisCalls,
  type BodyOf,
  type DataOf,
  type Modality,
  type Unregistered,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { turnOf } from '../../http/turns.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { findAnalysis } from '../sittings/analyses.ts'
import { audit, target } from '../audit/service.ts'
import { findPicture, refusalOf } from './pictures.ts'
import { countWaiting, queueRegistration } from './queries.ts'
import { registerJob } from './register.job.ts'

type Body = BodyOf<AnalysisCalls['register']>
type Answer = DataOf<AnalysisCalls['register']>

/** How a later picture lies over an earlier one of the same eye. The worker finds it out, once for each pair. */
export async function registerPictures(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  modality: Modality,
  body: Body,
): Promise<Answer> {
  const { oid, uid } = actor
  const { analysis_record_id, image_index, after_record_id, after_index } = body
  return withInstitution(ctx.db, oid, async (trx) => {
    const taken = (id: string, index: number) => analysedPicture(trx, oid, modality, id, index)
    const before = await taken(analysis_record_id, image_index)
    const after = await taken(after_record_id, after_index)
    const { pid } = before.analysis
    // Pictures of two patients are never beside each other.
    if (after.analysis.pid !== pid) throw notFound()
    const detail = { image_index, after_record_id, after_index }
    const about = target('analysis', analysis_record_id, { pid })
    await audit(trx, { actor, ip, action: 'comparison.open', ...about, detail })
    const reason = refusalOf(before.image, after.image)
    if (reason) return refused(reason)
    const { row, started } = await queueRegistration(trx, oid, {
      registration_id: newId(),
      pid,
      created_by: uid,
      before_record_id: analysis_record_id,
      before_index: image_index,
      after_record_id,
      after_index,
    })
    const { registration_id, status, result } = row
    if (started) {
      // The new one counts too.
      const most = ctx.config.pairs.waiting
      if ((await countWaiting(trx, oid, uid)) > most)
        throw new Refusal(ERROR.limitReached, message('pairs_waiting', most))
      const turn = { ...turnOf({ actor, ip }), batch: false }
      await ctx.queue.send(trx, registerJob, { oid, registration_id }, turn)
    }
    return { status, registration: status === 'done' ? result : null }
  })
}

async function analysedPicture(
  trx: Trx,
  oid: string,
  modality: Modality,
  id: string,
  index: number,
) {
  const analysis = await findAnalysis(trx, oid, id, modality)
  if (!analysis) throw notFound()
  if (analysis.status !== 'done') throw new Refusal(ERROR.conflict, 'analysis_not_done')
  const image = await findPicture(trx, oid, analysis, index)
  if (!image) throw notFound()
  return { analysis, image }
}

const refused = (reason: Unregistered): Answer => ({
  status: 'done',
  registration: { reason, transform: null, residual_px: null, agreement: null, overlap: null },
})
