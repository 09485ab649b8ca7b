import {
  ERROR,
  insideCount,
  isMaskOf,
  isPlace,
  type AnalysisCalls,
  type BodyOf,
  type Modality,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { changedMeanwhile, invalid, Refusal } from '../../http/refusal.ts'
import { turnOf } from '../../http/turns.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import { imageOf } from './correct.ts'
import { findHeld } from '../sittings/drawings.ts'
import { insertDrawing } from './queries.ts'
import { measureJob } from '../analyses/measure.job.ts'
import { sendEnd } from '../analyses/progress.ts'
import type { AnalysedRow } from '../sittings/analysed-images.ts'
import { findNewestDone } from '../sittings/analyses.ts'
import { settleSitting } from '../analyses/settle.ts'
import { holdArchiveRow } from '../sittings/archive.ts'

type Body = BodyOf<AnalysisCalls['draw']>

/**
 * Adds what a clinician drew in the place of a map, or withdraws it. It belongs to the image, so every analysis of it is
 * measured with it. A drawing that the caller has not seen is never replaced.
 */
export async function drawLayer(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  modality: Modality,
  { analysis_record_id, image_index, layer, mask, replaces }: Body,
): Promise<void> {
  const { oid, uid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    const named = { analysis_record_id, image_index }
    const { analysis } = await imageOf(trx, oid, modality, named)
    // Of two drawings, and of a drawing and the end of an analysis, the second sees the first.
    await holdArchiveRow(trx, oid, analysis.rid)
    const { image } = await imageOf(trx, oid, modality, named)
    const newest = image.drawings.find((drawing) => drawing.layer === layer)
    refuse(image, { layer, mask }, newest !== undefined && !newest.withdrawn)
    if ((newest?.drawing_id ?? null) !== replaces) throw changedMeanwhile({ layer })
    const drawing_id = newId()
    await insertDrawing(trx, oid, {
      drawing_id,
      rid: analysis.rid,
      image_index,
      analysis_record_id,
      layer,
      mask,
      replaces,
      created_by: uid,
      created_at: ctx.now(),
    })
    const about = target('analysis', analysis_record_id, { pid: analysis.pid })
    const detail = { image_index, layer, withdrawn: mask === null, drawing_id }
    await audit(trx, { actor, ip, action: 'analysis.draw', ...about, detail })
    const now = await findNewestDone(trx, oid, analysis.rid)
    if (now) {
      if ((await findHeld(trx, analysis.rid, image_index)).length > 0) {
        const turn = { ...turnOf({ actor, ip }), batch: false }
        await ctx.queue.send(trx, measureJob, { oid, analysis_record_id: now, image_index }, turn)
      }
      await settleSitting(ctx, trx, analysis)
    }
    await sendEnd(ctx, trx, analysis)
  })
}

/** Nothing can be measured on the image, there is nothing to withdraw, or the mask is of another shape or of many places. */
function refuse(
  { machine_findings: found, width, height }: AnalysedRow,
  { layer, mask }: Pick<Body, 'layer' | 'mask'>,
  isDrawn: boolean,
): void {
  if (!found) throw new Refusal(ERROR.conflict, 'image_not_analysed')
  if (!found.gradable) throw new Refusal(ERROR.conflict, 'drawing_ungradable')
  if (mask === null) {
    if (!isDrawn) throw invalid({ mask: 'required' })
    return
  }
  if (!isMaskOf(mask, { width, height })) throw invalid({ mask: 'mask_shape' })
  if (isPlace(layer) && insideCount(mask) > 1) throw invalid({ mask: 'mask_too_fine' })
}
